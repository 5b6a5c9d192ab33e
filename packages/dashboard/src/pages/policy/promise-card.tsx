/**
 * What was agreed: the promise and the definition in words.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { auditAddress } from '../../addresses/route.ts';
import { Card } from '../../design/card.tsx';
import { amountText, countText, rangeText } from '../../design/number-text.ts';
import { momentText } from '../../design/time-text.ts';
import { assumptionWords } from '../../words/assumption-words.ts';
import {
  certaintyWords,
  promiseWords,
  reserveWords,
  subjectWords,
} from '../../words/promise-words.ts';
import { readableName } from '../../words/readable-name.ts';

export function PromiseCard({ view }: { readonly view: PolicyView }): JSX.Element {
  return (
    <Card title="The promise">
      <p class="promise-words">{promiseWords(view)}</p>
      <p>
        {subjectWords(view.definition)} {certaintyWords(view.promise)}
      </p>
      {assumptionWords(view.promise).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>
        <a href={auditAddress(view.id)}>See how it is checked</a>
      </p>
      <dl class="definition-list">
        {definitionRows(view).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function definitionRows(view: PolicyView): [string, string][] {
  const { definition, unit, generation, generationStartedAt } = view;
  const { actions, baseline, context, reward } = definition;
  const names = actions.map((action) => (typeof action === 'string' ? action : action.name));
  return [
    ['You can choose', names.join(', ')],
    ['Your usual choice', `${usualText(view)}${baselineReward(baseline.reward, unit)}`],
    ['It may depend on', Object.entries(context).map(variableText).join('; ') || 'nothing'],
    ['A round can pay', rangeText({ low: reward.min, high: reward.max }, unit)],
    ...optionalRows(view),
    ['In force', `since ${momentText(generationStartedAt)}, version ${generation}`],
  ];
}

/** Each decision may name another than the definition does. */
function usualText({ definition, commonBaseline }: PolicyView): string {
  const { action } = definition.baseline;
  const isElsewhere = definition.split !== undefined || commonBaseline !== undefined;
  return isElsewhere ? `${action} where a decision names no other` : action;
}

/** What only some policies have. */
function optionalRows(view: PolicyView): [string, string][] {
  const { budgetMax, reward, size, split } = view.definition;
  const reserve = reserveWords(view);
  const floors = Object.entries(reward.floors ?? {}).map(
    ([action, floor]) => `${action} ${amountText(floor, view.unit)}`,
  );
  const rows: readonly (readonly [string, string | null])[] = [
    ['Earns at least, on average', floors.length === 0 ? null : floors.join(', ')],
    ['A usual size', size === undefined ? null : amountText(size.typical, size.unit ?? '')],
    ['Can be divided', split === undefined ? null : dividedText(split)],
    ['Reserve', reserve],
    ['Saved up at most', budgetMax === undefined ? null : amountText(budgetMax, view.unit)],
  ];
  return rows.flatMap(([name, text]) => (text === null ? [] : [[name, text]]));
}

function dividedText({ strips }: NonNullable<PolicyView['definition']['split']>): string {
  return strips === undefined ? 'into strips' : `into ${countText(strips, 'strip')}`;
}

function baselineReward(
  reward: PolicyView['definition']['baseline']['reward'],
  unit: string,
): string {
  if (reward === undefined) return ', and what it earns is measured';
  if (reward === 'per-call') return ', and what it earns is told with every decision';
  if (typeof reward === 'number') return `, which earns ${amountText(reward, unit)} on average`;
  return `, which earns ${rangeText({ low: reward.min, high: reward.max }, unit)} on average`;
}

function variableText([variableName, variable]: [
  string,
  PolicyView['definition']['context'][string],
]): string {
  const name = readableName(variableName);
  return 'categories' in variable
    ? `${name} (${variable.categories.join(', ')})`
    : `${name} (${rangeText({ low: variable.min, high: variable.max }, '')})`;
}
