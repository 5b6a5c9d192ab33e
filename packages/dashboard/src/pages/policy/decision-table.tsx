/**
 * Decisions as a table; on a narrow screen each becomes a small block.
 */
import type { DecisionState, DecisionSummary, PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { decisionAddress } from '../../addresses/route.ts';
import { Badge } from '../../design/badge.tsx';
import { amountText } from '../../design/number-text.ts';
import { momentText } from '../../design/time-text.ts';
import { reasonWords } from '../../words/reason-words.ts';

export interface DecisionTableProps {
  readonly decisions: readonly DecisionSummary[];
  readonly view: PolicyView;
}

export function DecisionTable({ decisions, view }: DecisionTableProps): JSX.Element {
  if (decisions.length === 0) {
    return (
      <p>{view.counts.decisions === 0 ? 'No decision yet.' : 'No decision fits the filters.'}</p>
    );
  }
  return (
    <table class="decision-table">
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">When</th>
          <th scope="col">Action</th>
          <th scope="col">Chosen by</th>
          <th scope="col">Why</th>
          <th scope="col" class="cell-number">
            Reward
          </th>
          <th scope="col" class="cell-number">
            Budget after
          </th>
        </tr>
      </thead>
      <tbody>
        {decisions.map((decision) => (
          <DecisionRow key={decision.id} decision={decision} unit={view.unit} />
        ))}
      </tbody>
    </table>
  );
}

interface DecisionRowProps {
  readonly decision: DecisionSummary;
  readonly unit: string;
}

function DecisionRow({ decision, unit }: DecisionRowProps): JSX.Element {
  const isLearners = decision.chosenBy === 'learner';
  return (
    <tr>
      <th scope="row">
        <a href={decisionAddress(decision.id)}>{decision.sequence}</a>
      </th>
      <td>{momentText(decision.decidedAt)}</td>
      <td>
        <strong>{decision.action}</strong>
      </td>
      <td>
        <Badge tone={isLearners ? 'learner' : 'usual'}>{isLearners ? 'hedgerow' : 'usual'}</Badge>
      </td>
      <td class="decision-why">{reasonWords(decision.reason)}</td>
      <td class="cell-number" data-label="Reward">
        {rewardText(decision, unit)}
      </td>
      <td class="cell-number" data-label="Budget after">
        {decision.marginAfter === null ? '–' : amountText(decision.marginAfter, unit)}
      </td>
    </tr>
  );
}

const UNREWARDED: Readonly<Record<DecisionState, string>> = {
  issued: 'awaited',
  executed: 'awaited',
  'fell-back': 'usual choice taken',
  void: 'did not happen',
};

function rewardText({ reward, state }: DecisionSummary, unit: string): string {
  return reward === null ? UNREWARDED[state] : amountText(reward, unit);
}
