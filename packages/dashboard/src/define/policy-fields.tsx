/**
 * The fields of a policy: choices, usual choice, what the result may depend on, what a round can pay, and
 * how much may be lost.
 */
import type { PolicyDefinition } from '@hedgerow/client';
import type { JSX } from 'preact';
import { Card } from '../design/card.tsx';
import { Choice } from '../design/choice.tsx';
import { oddsText } from '../design/number-text.ts';
import { percentText } from '../design/percent-text.ts';
import { SelectField } from '../design/select-field.tsx';
import { SliderField } from '../design/slider-field.tsx';
import { TextField } from '../design/text-field.tsx';
import { LinesField } from './lines-field.tsx';
import { actionNames, type Faults, type Known, type PolicyDraft } from './policy-draft.ts';
import { VariableFields } from './variable-fields.tsx';

export interface PolicyFieldsProps {
  readonly draft: PolicyDraft;
  readonly faults: Faults;
  /** A policy that is there has its name. */
  readonly hasName: boolean;
  readonly before?: PolicyDefinition;
  readonly onDraft: (draft: PolicyDraft) => void;
}

export function PolicyFields(props: PolicyFieldsProps): JSX.Element {
  return (
    <>
      <ChoicesCard {...props} />
      <VariableFields
        variables={props.draft.variables}
        fault={props.faults.variables ?? null}
        onVariables={(variables) => props.onDraft({ ...props.draft, variables })}
      />
      <RewardCard {...props} />
      <PromiseFields {...props} />
    </>
  );
}

function ChoicesCard({ draft, faults, hasName, onDraft }: PolicyFieldsProps): JSX.Element {
  const names = actionNames(draft);
  return (
    <Card title="What you can do">
      <div class="define-grid">
        {hasName && (
          <TextField
            kind="words"
            label="Name of the policy"
            text={draft.name}
            fault={faults.name ?? null}
            onInput={(name) => onDraft({ ...draft, name })}
          />
        )}
        <LinesField
          label="Choices, one on each line"
          text={draft.actions}
          fault={faults.actions ?? null}
          onInput={(actions) => onDraft({ ...draft, actions })}
        />
        <SelectField
          label="Your usual choice"
          value={names.includes(draft.usual) ? draft.usual : ''}
          options={['', ...new Set(names)]}
          help="What you would do without hedgerow; the promise compares with it."
          fault={faults.usual ?? null}
          onChange={(usual) => onDraft({ ...draft, usual })}
        />
      </div>
    </Card>
  );
}

const KNOWN: Readonly<Record<Exclude<Known, 'kept'>, string>> = {
  unknown: 'Not known',
  number: 'A number',
  interval: 'Between two',
};

const KNOWN_MEANINGS: Readonly<Record<Known, string>> = {
  unknown: 'It is measured as you go: your usual choice is played now and then for comparison.',
  number: 'What a round with your usual choice pays on average. The promise rests on it.',
  interval: 'The average lies between these two. The promise rests on it.',
  kept: 'A log of past rewards, or told with every decision: it stays as it is.',
};

const MEASURED_BESIDE = 'It is measured on the check beside each try.';

function RewardCard(props: PolicyFieldsProps): JSX.Element {
  const { draft, faults, before, onDraft } = props;
  const isKept = before?.baseline.log !== undefined || before?.baseline.reward === 'per-call';
  const options = isKept ? { ...KNOWN, kept: 'As it is' } : KNOWN;
  return (
    <Card title="What it pays">
      <div class="define-grid">
        <TextField
          kind="amount"
          label="The least a round can pay"
          text={draft.rewardMin}
          fault={faults.reward ?? null}
          onInput={(rewardMin) => onDraft({ ...draft, rewardMin })}
        />
        <TextField
          kind="amount"
          label="The most a round can pay"
          text={draft.rewardMax}
          onInput={(rewardMax) => onDraft({ ...draft, rewardMax })}
        />
        <TextField
          kind="words"
          label="Unit (€, t/ha), may stay empty"
          text={draft.unit}
          onInput={(unit) => onDraft({ ...draft, unit })}
        />
        <TextField
          kind="amount"
          label="Days until it is known at the latest, may stay empty"
          text={draft.rewardDays}
          fault={faults.rewardDays ?? null}
          onInput={(rewardDays) => onDraft({ ...draft, rewardDays })}
        />
      </div>
      <h3>What your usual choice pays</h3>
      <Choice
        label="What your usual choice pays"
        value={draft.known}
        options={options as Readonly<Record<Known, string>>}
        onChange={(known) => onDraft({ ...draft, known })}
      />
      <p class="field-help">
        {draft.known === 'unknown' && before?.split !== undefined
          ? MEASURED_BESIDE
          : KNOWN_MEANINGS[draft.known]}
      </p>
      <UsualReward {...props} />
    </Card>
  );
}

function UsualReward({ draft, faults, onDraft }: PolicyFieldsProps): JSX.Element {
  const fault = faults.usualReward ?? null;
  if (draft.known === 'number') {
    return (
      <div class="define-narrow">
        <TextField
          kind="amount"
          label="On average"
          text={draft.usualReward}
          fault={fault}
          onInput={(usualReward) => onDraft({ ...draft, usualReward })}
        />
      </div>
    );
  }
  if (draft.known !== 'interval') return <p class="field-fault">{fault}</p>;
  return (
    <div class="define-grid">
      <TextField
        kind="amount"
        label="On average at least"
        text={draft.usualMin}
        fault={fault}
        onInput={(usualMin) => onDraft({ ...draft, usualMin })}
      />
      <TextField
        kind="amount"
        label="On average at most"
        text={draft.usualMax}
        onInput={(usualMax) => onDraft({ ...draft, usualMax })}
      />
    </div>
  );
}

const PROBABILITIES = [0.05, 0.01, 0.001] as const;

const PROMISES: Readonly<Record<'expected' | 'observed', string>> = {
  expected: 'What is earned on average',
  observed: 'What is really earned',
};

const SHORTFALL_MOST = 0.5;

function PromiseFields({ draft, faults, before, onDraft }: PolicyFieldsProps): JSX.Element {
  const odds = [...new Set([draft.failureProbability, ...PROBABILITIES])].sort((a, b) => b - a);
  const named = new Map(odds.map((probability) => [oddsText(probability), probability]));
  return (
    <Card title="How much you can spare">
      <div class="define-grid">
        {before?.allowedLossPerRound === undefined && (
          <SliderField
            label="Of your usual total you can lose"
            value={draft.shortfall}
            min={0.01}
            max={Math.max(SHORTFALL_MOST, draft.shortfall)}
            step={0.01}
            valueText={percentText(draft.shortfall)}
            help="The price of finding something better; more means sooner."
            onChange={(shortfall) => onDraft({ ...draft, shortfall })}
          />
        )}
        <SelectField
          label="The promise may fail with a chance of"
          value={oddsText(draft.failureProbability)}
          options={[...named.keys()]}
          help="Over its whole life. The surer, the slower."
          fault={faults.failureProbability ?? null}
          onChange={(text) => onDraft({ ...draft, failureProbability: named.get(text)! })}
        />
      </div>
      {draft.promise !== 'realised' && (
        <>
          <h3>What is promised about</h3>
          <Choice
            label="What is promised about"
            value={draft.promise}
            options={PROMISES as Readonly<Record<PolicyDraft['promise'], string>>}
            onChange={(promise) => onDraft({ ...draft, promise })}
          />
        </>
      )}
      <p class="field-fault" role="alert">
        {faults.shortfall} {faults.promise}
      </p>
    </Card>
  );
}
