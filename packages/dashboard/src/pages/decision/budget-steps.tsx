/**
 * What the decision does to the safety budget: before, if the idea of the learner were tried and went
 * as badly as it can, and after.
 */
import type { DecisionReceipt, ShownDefinition } from '@hedgerow/client';
import type { JSX } from 'preact';
import { BarList, type BarRow } from '../../charts/bar-list.tsx';
import { amountText, numberText } from '../../design/number-text.ts';
import { named } from '../../words/named.ts';
import { totalUnit } from '../../words/units.ts';

export interface BudgetStepsProps {
  readonly receipt: DecisionReceipt;
  /** Null until it has come. */
  readonly definition: ShownDefinition | null;
}

export function BudgetSteps({ receipt, definition }: BudgetStepsProps): JSX.Element {
  const unit = definition === null ? receipt.margin.unit : totalUnit(definition);
  if (receipt.reason === 'halted') {
    return <p class="soft">Nothing: while the records cannot be trusted, nothing is booked.</p>;
  }
  return (
    <div class="stack-tight">
      <p class="soft">{leadOf(receipt, unit)}</p>
      <BarList rows={rowsOf(receipt, unit)} />
      {receipt.coin !== null && <p class="small soft">{coinText(receipt)}</p>}
    </div>
  );
}

function rowsOf(receipt: DecisionReceipt, unit: string): BarRow[] {
  const { margin, proposal, baseline, parts } = receipt;
  const row = (name: string, value: number, colour: string): BarRow => ({
    name,
    value,
    text: amountText(value, unit),
    colour: value < 0 ? '--floor' : colour,
  });
  const idea = row(
    `If ${named(proposal)} were tried${parts === undefined ? '' : ' on this part'} and paid as little as it can`,
    margin.ifProposed,
    '--learner',
  );
  return [
    row('Before this decision', margin.before, '--usual'),
    ...(proposal === baseline.action ? [] : [idea]),
    row('After this decision, at worst', margin.after, '--learner'),
  ];
}

function leadOf(receipt: DecisionReceipt, unit: string): string {
  const { margin, proposal, baseline, chosenBy } = receipt;
  if (proposal === baseline.action) return 'The usual choice costs nothing of it.';
  if (margin.ifProposed < 0) {
    return `In the worst case ${amountText(-margin.ifProposed, unit)} would be missing, so it was not tried.`;
  }
  if (chosenBy === 'baseline') return 'A try could have been afforded.';
  // A budget of nothing is kept by what is free: a part so small that the allowed loss covers it.
  if (numberText(margin.after) === '0') {
    return 'Even in the worst case nothing is missing, so the promise holds.';
  }
  return margin.after >= 0
    ? 'Even in the worst case something is left, so the promise holds.'
    : 'What the worst case would lack comes back before the window ends, so the promise holds.';
}

function coinText({ coin, proposal }: DecisionReceipt): string {
  const { number, playProbability } = coin!;
  const showed = number === null ? '' : ` it showed ${number.toFixed(3)}, and`;
  return `A coin decides how often the usual choice is measured:${showed} ${named(proposal)} is tried below ${playProbability.toFixed(3)}.`;
}
