/**
 * Decisions as a table; on a narrow screen each becomes a small block.
 */
import type { DecisionState, DecisionSummary, PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { decisionAddress } from '../../addresses/route.ts';
import { Badge } from '../../design/badge.tsx';
import { amountText } from '../../design/number-text.ts';
import { percentText } from '../../design/percent-text.ts';
import { momentText } from '../../design/time-text.ts';
import { reasonWords } from '../../words/reason-words.ts';
import { totalUnit } from '../../words/units.ts';

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
          <DecisionRow
            key={decision.id}
            decision={decision}
            unit={view.unit}
            sizeUnit={view.definition.size?.unit ?? ''}
            budgetUnit={totalUnit(view.definition)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface DecisionRowProps {
  readonly decision: DecisionSummary;
  readonly unit: string;
  readonly sizeUnit: string;
  readonly budgetUnit: string;
}

function DecisionRow({ decision, unit, sizeUnit, budgetUnit }: DecisionRowProps): JSX.Element {
  const isLearners = decision.chosenBy === 'learner';
  return (
    <tr>
      <th scope="row">
        <a href={decisionAddress(decision.id)}>{decision.sequence}</a>
      </th>
      <td>{momentText(decision.decidedAt)}</td>
      <td>
        <strong>{decision.action}</strong>
        <DecisionWhere decision={decision} sizeUnit={sizeUnit} />
      </td>
      <td>
        <Badge tone={isLearners ? 'learner' : 'usual'}>{isLearners ? 'hedgerow' : 'usual'}</Badge>
      </td>
      <td class="decision-why">{reasonWords(decision.reason)}</td>
      <td class="cell-number" data-label="Reward">
        {rewardText(decision, unit)}
      </td>
      <td class="cell-number" data-label="Budget after">
        {decision.marginAfter === null ? '–' : amountText(decision.marginAfter, budgetUnit)}
      </td>
    </tr>
  );
}

/** On how much of it, how large it is and where; nothing of what it has not. */
function DecisionWhere({
  decision,
  sizeUnit,
}: Pick<DecisionRowProps, 'decision' | 'sizeUnit'>): JSX.Element | null {
  const { size, site, subject, partRewards } = decision;
  const share = partRewards?.share ?? 0;
  const words = [
    ...(subject === undefined ? [] : [subject]),
    ...(share > 0 && share < 1 ? [`on ${percentText(share)}`] : []),
    ...(size === undefined ? [] : [amountText(size, sizeUnit)]),
    ...(site === undefined ? [] : [site]),
  ];
  return words.length === 0 ? null : <div class="small soft">{words.join(' · ')}</div>;
}

const UNREWARDED: Readonly<Record<DecisionState, string>> = {
  issued: 'awaited',
  executed: 'awaited',
  'fell-back': 'usual choice taken',
  void: 'did not happen',
};

function rewardText({ reward, state, partRewards }: DecisionSummary, unit: string): string {
  const isHeard = (partRewards?.try ?? partRewards?.check ?? null) !== null;
  if (reward === null && isHeard) return 'known in part';
  return reward === null ? UNREWARDED[state] : amountText(reward, unit);
}
