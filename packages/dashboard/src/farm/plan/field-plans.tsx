/**
 * The plan field by field: what is tried on how much of it, what is thought of that beside the usual
 * hybrid, and what is thought of all the others.
 */
import type { GroupPlan } from '@hedgerow/client';
import type { JSX } from 'preact';
import { Card } from '../../design/card.tsx';
import { amountText } from '../../design/number-text.ts';
import { percentText } from '../../design/percent-text.ts';
import { OutlookList } from '../../pages/decision/outlook-list.tsx';
import {
  alikeWithin,
  besideText,
  chanceText,
  levelText,
  outsideText,
} from '../../words/outlook-words.ts';
import { rewardUnit, sizeUnit } from '../../words/units.ts';
import type { Farm } from '../data/use-farm.ts';
import { titled, wordsOf } from '../data/words-of.ts';
import { whyChosen } from './why-text.ts';

export type PlanReceipt = GroupPlan['receipts'][number];

export interface FieldPlansProps {
  readonly farm: Farm;
  readonly plan: GroupPlan;
}

export function FieldPlans({ farm, plan }: FieldPlansProps): JSX.Element {
  const words = wordsOf(farm.view.definition);
  const byField = Map.groupBy(plan.receipts, ({ subject = '' }) => subject);
  return (
    <Card
      title={`${titled(words.subject)} by ${words.subject}`}
      lead={`Which strips are sown with what is drawn when you commit, so that good or poor soil favours neither side.`}
    >
      <ul class="field-plans">
        {Array.from(byField, ([field, receipts]) => (
          <FieldPlan
            key={field}
            field={field}
            season={plan.group}
            receipts={receipts}
            farm={farm}
          />
        ))}
      </ul>
    </Card>
  );
}

interface FieldPlanProps {
  readonly field: string;
  readonly season: string;
  readonly receipts: readonly PlanReceipt[];
  readonly farm: Farm;
}

function FieldPlan({ field, season, receipts, farm }: FieldPlanProps): JSX.Element {
  const { definition } = farm.view;
  const [first] = receipts;
  const size = receipts.reduce((sum, receipt) => sum + (receipt.size ?? 1), 0);
  return (
    <li class="field-plan">
      <div class="field-plan-head">
        <h3>{field}</h3>
        <span class="soft small">
          {[amountText(size, sizeUnit(definition)), first?.site].filter(Boolean).join(' · ')}
        </span>
      </div>
      {first?.outside?.map((outside) => (
        <p key={outside.variable} class="field-outside">
          {outsideText(outside)}
        </p>
      ))}
      <ul class="field-blocks">
        {alikeBlocks(receipts).map((blocks) => (
          <BlockPlan
            key={blocks.numbers.join()}
            {...blocks}
            count={receipts.length}
            season={season}
            farm={farm}
          />
        ))}
      </ul>
      {first !== undefined && first.bounds.length > 0 && (
        <details>
          <summary>All {wordsOf(definition).action}s here</summary>
          <OutlookList
            receipt={first}
            definition={definition}
            tried={receipts.flatMap((one) => triedPart(one)?.action ?? [])}
          />
        </details>
      )}
    </li>
  );
}

interface Blocks {
  /** Counted from 1. */
  readonly numbers: readonly number[];
  readonly receipts: readonly PlanReceipt[];
}

/** Blocks on which the same is tried on the same share are told together. */
function alikeBlocks(receipts: readonly PlanReceipt[]): Blocks[] {
  const numbered = receipts.map((receipt, index) => ({ receipt, number: index + 1 }));
  const byTry = Map.groupBy(numbered, ({ receipt }) => {
    const tried = triedPart(receipt);
    return tried === undefined ? receipt.action : `${tried.action} ${tried.share}`;
  });
  return Array.from(byTry.values(), (blocks) => ({
    numbers: blocks.map(({ number }) => number),
    receipts: blocks.map(({ receipt }) => receipt),
  }));
}

function triedPart({ parts }: PlanReceipt) {
  return parts?.find(({ role }) => role === 'try');
}

interface BlockPlanProps extends Blocks {
  /** How many blocks the field has. */
  readonly count: number;
  readonly season: string;
  readonly farm: Farm;
}

function BlockPlan({ numbers, receipts, count, season, farm }: BlockPlanProps): JSX.Element {
  const { definition } = farm.view;
  const receipt = receipts[0]!;
  const tried = triedPart(receipt);
  const size = receipts.reduce((sum, one) => sum + (triedPart(one)?.size ?? 0), 0);
  return (
    <li>
      <p>
        {count > 1 && <span class="soft">{blocksText(numbers, count)}: </span>}
        {tried === undefined ? (
          <>
            <strong>{receipt.action}</strong> on all of it
          </>
        ) : (
          <>
            <strong>{tried.action}</strong> on {percentText(tried.share)} (
            {amountText(size, sizeUnit(definition))}), {receipt.baseline.action} beside it
          </>
        )}
      </p>
      <p>{whyChosen(farm, season, receipt)}</p>
      {tried !== undefined && (
        <p class="small soft">{besideUsual(receipt, tried.action, definition)}</p>
      )}
    </li>
  );
}

function blocksText(numbers: readonly number[], count: number): string {
  if (numbers.length === count) return `All ${count} blocks`;
  return `${numbers.length === 1 ? 'Block' : 'Blocks'} ${numbers.join(', ')}`;
}

/** The difference that is expected, how sure, and the level; without a model, that little is known. */
function besideUsual(
  receipt: PlanReceipt,
  action: string,
  definition: Farm['view']['definition'],
): string {
  const { bounds, baseline, outside } = receipt;
  const { action: usual } = baseline;
  const outlook = bounds.find((bound) => bound.action === action)?.outlook;
  const unit = rewardUnit(definition);
  if (outlook === undefined) return 'Little is known of it yet; trying it is how that is learnt.';
  if (outside !== undefined) return 'What it would yield in such weather, no trial can tell.';
  const beside = besideText(outlook, unit, alikeWithin(definition));
  return `Beside ${usual}: ${beside}, better with a chance of ${chanceText(outlook.beside.chance)}. Level ${levelText(outlook, unit)}.`;
}
