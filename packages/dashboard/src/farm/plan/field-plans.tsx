/**
 * The plan field by field: what is tried on how much of it, what is thought of that beside the usual
 * hybrid, and what is thought of all the others.
 */
import type { GroupPlan } from '@hedgerow/client';
import type { JSX } from 'preact';
import { Card } from '../../design/card.tsx';
import { amountText } from '../../design/number-text.ts';
import { percentText } from '../../design/percent-text.ts';
import { reasonWords } from '../../words/reason-words.ts';
import {
  alikeWithin,
  besideText,
  chanceText,
  levelText,
  outsideText,
} from '../data/outlook-words.ts';
import { rewardUnit, sizeUnit } from '../data/units.ts';
import type { Farm } from '../data/use-farm.ts';
import { titled, wordsOf } from '../data/words-of.ts';
import { HybridOutlooks } from '../results/hybrid-outlooks.tsx';

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
          <FieldPlan key={field} field={field} receipts={receipts} farm={farm} />
        ))}
      </ul>
    </Card>
  );
}

interface FieldPlanProps {
  readonly field: string;
  readonly receipts: readonly PlanReceipt[];
  readonly farm: Farm;
}

function FieldPlan({ field, receipts, farm }: FieldPlanProps): JSX.Element {
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
        {receipts.map((receipt, index) => (
          <BlockPlan
            key={index}
            receipt={receipt}
            block={receipts.length > 1 ? index + 1 : null}
            farm={farm}
          />
        ))}
      </ul>
      {first !== undefined && first.bounds.length > 0 && (
        <details>
          <summary>All {wordsOf(definition).action}s here</summary>
          <HybridOutlooks receipt={first} definition={definition} />
        </details>
      )}
    </li>
  );
}

interface BlockPlanProps {
  readonly receipt: PlanReceipt;
  /** Counted from 1; null where the field is one block. */
  readonly block: number | null;
  readonly farm: Farm;
}

function BlockPlan({ receipt, block, farm }: BlockPlanProps): JSX.Element {
  const { definition } = farm.view;
  const tried = receipt.parts?.find(({ role }) => role === 'try');
  const { action: usual } = receipt.baseline;
  return (
    <li>
      <p>
        {block !== null && <span class="soft">Block {block}: </span>}
        {tried === undefined ? (
          <>
            <strong>{receipt.action}</strong> on all of it
          </>
        ) : (
          <>
            <strong>{tried.action}</strong> on {percentText(tried.share)} (
            {amountText(tried.size, sizeUnit(definition))}), {usual} beside it
          </>
        )}
      </p>
      <p class="small soft">{whyText(receipt, tried?.action ?? receipt.action, definition)}</p>
    </li>
  );
}

/** The difference that is expected, how sure, and the level; without a model, that little is known. */
function whyText(
  receipt: PlanReceipt,
  action: string,
  definition: Farm['view']['definition'],
): string {
  const { bounds, baseline, outside, reason } = receipt;
  const { action: usual } = baseline;
  const outlook = bounds.find((bound) => bound.action === action)?.outlook;
  const unit = rewardUnit(definition);
  if (action === usual) return `${titled(reasonWords(reason))}.`;
  if (outlook === undefined) return 'Little is known of it yet; trying it is how that is learnt.';
  if (outside !== undefined) return 'What it would yield in such weather, no trial can tell.';
  const beside = besideText(outlook, unit, alikeWithin(definition));
  return `Beside ${usual}: ${beside}, better with a chance of ${chanceText(outlook.beside.chance)}. Level ${levelText(outlook, unit)}.`;
}
