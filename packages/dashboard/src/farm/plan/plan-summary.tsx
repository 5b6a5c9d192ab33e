/**
 * A plan in a few numbers: how much is tried, what it can cost at worst, and what is left then.
 */
import type { GroupPlan } from '@hedgerow/client';
import { worstSeason } from '@hedgerow/farm';
import type { JSX } from 'preact';
import { Card } from '../../design/card.tsx';
import { amountText, shareText } from '../../design/number-text.ts';
import { percentText } from '../../design/percent-text.ts';
import { sizeUnit, totalUnit } from '../../words/units.ts';
import type { Farm } from '../data/use-farm.ts';
import { titled, wordsOf } from '../data/words-of.ts';

export interface PlanSummaryProps {
  readonly farm: Farm;
  readonly plan: GroupPlan;
}

export function PlanSummary({ farm, plan }: PlanSummaryProps): JSX.Element {
  const { definition } = farm.view;
  const total = totalUnit(definition);
  const size = sumOver(plan, ({ size: own }) => own);
  const tried = sumOver(plan, ({ triedSize }) => triedSize);
  const worst = worstSeason(definition, plan.receipts);
  const words = wordsOf(definition);
  return (
    <Card
      title={`${amountText(tried, sizeUnit(definition))} of ${amountText(size, sizeUnit(definition))} try something new in ${plan.group}`}
    >
      <dl class="facts">
        <div>
          <dt>Tried</dt>
          <dd>{shareText(size === 0 ? 0 : tried / size)} of the land</dd>
        </div>
        <div>
          <dt>The {words.group} at its very worst</dt>
          <dd>
            −{amountText(worst.loss, total)}
            <span class="facts-more">
              at most {percentText(Math.round(1000 * worst.share) / 1000)} less than with your usual{' '}
              {words.action} everywhere
            </span>
          </dd>
        </div>
        <div>
          <dt>Proved so far, and may be risked</dt>
          <dd>
            {amountText(
              Math.max(
                0,
                sumOver(plan, ({ budgetBefore }) => budgetBefore),
              ),
              total,
            )}
          </dd>
        </div>
        <div>
          <dt>Left of it, at worst</dt>
          <dd>
            {amountText(
              Math.max(
                0,
                sumOver(plan, ({ budgetAfter }) => budgetAfter),
              ),
              total,
            )}
          </dd>
        </div>
      </dl>
      <p class="soft">
        “At its very worst” is as far below as you declared possible, on every tried strip at once.
        The promise over all {words.group}s holds even then.
        {sumOver(plan, ({ budgetBefore }) => budgetBefore) < 1e-9 &&
          ' Nothing is proved yet, so only as much of each field is tried as cannot break it.'}
      </p>
      {plan.sites.length > 1 && <SitesTable farm={farm} plan={plan} />}
    </Card>
  );
}

function SitesTable({ farm, plan }: PlanSummaryProps): JSX.Element {
  const { definition } = farm.view;
  const total = totalUnit(definition);
  const words = wordsOf(definition);
  return (
    <table class="stacked-table">
      <caption>Each {words.site} keeps the promise by itself.</caption>
      <thead>
        <tr>
          <th scope="col">{titled(words.site)}</th>
          <th scope="col" class="cell-number">
            Size
          </th>
          <th scope="col" class="cell-number">
            Tried
          </th>
          <th scope="col" class="cell-number">
            May be risked
          </th>
          <th scope="col" class="cell-number">
            Left, at worst
          </th>
        </tr>
      </thead>
      <tbody>
        {plan.sites.map(({ site, size, triedSize, budgetBefore, budgetAfter }) => (
          <tr key={site}>
            <th scope="row">{site ?? `no ${words.site} named`}</th>
            <td class="cell-number" data-label="Size">
              {amountText(size, sizeUnit(definition))}
            </td>
            <td class="cell-number" data-label="Tried">
              {amountText(triedSize, sizeUnit(definition))}
            </td>
            <td class="cell-number" data-label="May be risked">
              {amountText(Math.max(0, budgetBefore), total)}
            </td>
            <td class="cell-number" data-label="Left, at worst">
              {amountText(Math.max(0, budgetAfter), total)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type SitePlan = GroupPlan['sites'][number];

function sumOver({ sites }: GroupPlan, amountOf: (site: SitePlan) => number): number {
  return sites.reduce((sum, site) => sum + amountOf(site), 0);
}
