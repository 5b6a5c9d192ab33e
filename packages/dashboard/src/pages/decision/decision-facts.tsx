/**
 * How large the decision is, where it is made and what it shares with others; nothing where it has none.
 */
import type { DecisionReceipt, ShownDefinition } from '@hedgerow/client';
import type { JSX } from 'preact';
import { amountText } from '../../design/number-text.ts';

export interface DecisionFactsProps {
  readonly receipt: DecisionReceipt;
  /** Null until it has come. */
  readonly definition: ShownDefinition | null;
}

export function DecisionFacts({ receipt, definition }: DecisionFactsProps): JSX.Element | null {
  const { size, site, group } = receipt;
  const sizeText = size === undefined ? null : amountText(size, definition?.size?.unit ?? '');
  const rows = [
    ['Size', sizeText],
    ['Site', site ?? null],
    ['Group', group ?? null],
  ] as const;
  if (rows.every(([, text]) => text === null)) return null;
  return (
    <dl class="facts decision-facts">
      {rows.map(
        ([name, text]) =>
          text !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
