/**
 * A divided decision: which strips are tried, which are the check, and what each part paid.
 */
import type { DecisionView, ShownDefinition } from '@hedgerow/client';
import type { JSX } from 'preact';
import { Card } from '../../../design/card.tsx';
import { amountText } from '../../../design/number-text.ts';
import { percentText } from '../../../design/percent-text.ts';
import {
  PART_NAMES,
  type Parts,
  partRewardText,
  partsWords,
  stripsText,
} from '../../../words/part-words.ts';
import { StripBar } from './strip-bar.tsx';

export interface PartsCardProps {
  readonly decision: DecisionView;
  /** Null until it has come. */
  readonly definition: ShownDefinition | null;
}

export function PartsCard({ decision, definition }: PartsCardProps): JSX.Element | null {
  const { parts } = decision.receipt;
  if (parts === undefined) return null;
  const sizeUnit = definition?.size?.unit ?? '';
  return (
    <Card title="Parts" lead={partsWords(parts)}>
      <StripBar parts={parts} />
      <table class="parts-table">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Action</th>
            <th scope="col">Strips</th>
            <th scope="col" class="cell-number">
              Share
            </th>
            <th scope="col" class="cell-number">
              Size
            </th>
            <th scope="col" class="cell-number">
              Paid
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <PartRow key={part.role} part={part} sizeUnit={sizeUnit} decision={decision} />
          ))}
        </tbody>
      </table>
      <CarriedOut decision={decision} />
    </Card>
  );
}

interface PartRowProps {
  readonly part: Parts[number];
  readonly sizeUnit: string;
  readonly decision: DecisionView;
}

function PartRow({ part, sizeUnit, decision }: PartRowProps): JSX.Element {
  const { role, action, share, size, strips } = part;
  const reward = decision.partRewards?.[role] ?? null;
  return (
    <tr>
      <th scope="row">
        <span class={`strip strip-sample strip-${role}`} aria-hidden="true" /> {PART_NAMES[role]}
      </th>
      <td>
        <strong>{action}</strong>
      </td>
      <td data-label="Strips">{strips === null ? 'not drawn yet' : stripsText(strips)}</td>
      <td class="cell-number" data-label="Share">
        {percentText(share)}
      </td>
      <td class="cell-number" data-label="Size">
        {amountText(size, sizeUnit)}
      </td>
      <td class="cell-number" data-label="Paid">
        {reward === null ? 'awaited' : partRewardText(reward, decision.receipt.margin.unit)}
      </td>
    </tr>
  );
}

/** Says so where another share was tried than planned. */
function CarriedOut({ decision }: { readonly decision: DecisionView }): JSX.Element | null {
  const planned = decision.receipt.parts?.find(({ role }) => role === 'try')?.share ?? 0;
  const share = decision.partRewards?.share ?? planned;
  if (share === planned) return null;
  return (
    <p class="soft">
      It was carried out otherwise than planned: {percentText(share)} of it was tried, not{' '}
      {percentText(planned)}.
    </p>
  );
}
