/**
 * The decisions of a season, each with what is known of its parts and room for what is not.
 */
import type { DecisionSummary } from '@hedgerow/client';
import type { PartRole } from '@hedgerow/farm';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { decisionAddress } from '../../addresses/route.ts';
import { amountText } from '../../design/number-text.ts';
import { percentText } from '../../design/percent-text.ts';
import { partRewardText } from '../../words/part-words.ts';
import { rewardUnit, sizeUnit } from '../../words/units.ts';
import { isAwaited, type Season } from '../data/seasons.ts';
import type { Farm } from '../data/use-farm.ts';
import { titled, wordsOf } from '../data/words-of.ts';
import { blockNames } from './block-names.ts';
import { awaitedRoles, EMPTY_HARVEST, type HarvestDraft } from './harvest-draft.ts';
import type { Drafts } from './harvest-step.tsx';

type Faults = Readonly<Partial<Record<keyof HarvestDraft, string>>>;

export interface HarvestTableProps {
  readonly farm: Farm;
  readonly season: Season;
  readonly drafts: Drafts;
  readonly faults: ReadonlyMap<string, Faults>;
  readonly onDraft: (decision: string, draft: HarvestDraft) => void;
}

export function HarvestTable(props: HarvestTableProps): JSX.Element {
  const { farm, season, drafts, faults, onDraft } = props;
  const words = wordsOf(farm.view.definition);
  const names = blockNames(season);
  return (
    <table class="stacked-table harvest-table">
      <thead>
        <tr>
          <th scope="col">{titled(words.subject)}</th>
          <th scope="col">Try</th>
          <th scope="col">Try yielded</th>
          <th scope="col">Check yielded</th>
          <th scope="col">
            <span class="visually-hidden">More</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {season.decisions.map((decision) => (
          <HarvestRow
            key={decision.id}
            name={names.get(decision.id)!}
            decision={decision}
            farm={farm}
            draft={drafts[decision.id] ?? EMPTY_HARVEST}
            faults={faults.get(decision.id) ?? {}}
            onDraft={(draft) => onDraft(decision.id, draft)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface HarvestRowProps {
  readonly name: string;
  readonly decision: DecisionSummary;
  readonly farm: Farm;
  readonly draft: HarvestDraft;
  readonly faults: Faults;
  readonly onDraft: (draft: HarvestDraft) => void;
}

function HarvestRow(props: HarvestRowProps): JSX.Element {
  const { name, decision, farm, draft, faults, onDraft } = props;
  const { definition } = farm.view;
  const share = decision.partRewards?.share ?? 0;
  return (
    <tr>
      <th scope="row">
        <a href={decisionAddress(decision.id)}>{name}</a>{' '}
        <span class="soft small">{amountText(decision.size ?? 1, sizeUnit(definition))}</span>
      </th>
      <td>{share === 0 ? 'nothing' : `${decision.action} on ${percentText(share)}`}</td>
      {(['try', 'check'] as const).map((role) => (
        <td key={role} data-label={role === 'try' ? 'Try yielded' : 'Check yielded'}>
          <PartCell {...props} role={role} />
        </td>
      ))}
      <td class="cell-more">
        {isAwaited(decision) && (
          <MoreInputs name={name} draft={draft} faults={faults} onDraft={onDraft} />
        )}
      </td>
    </tr>
  );
}

/** An input while the part is awaited, else what it yielded. */
function PartCell(props: HarvestRowProps & { readonly role: PartRole }): JSX.Element {
  const { decision, draft, faults, farm, name, role, onDraft } = props;
  const known = decision.partRewards?.[role] ?? null;
  if (known !== null) return <>{partRewardText(known, rewardUnit(farm.view.definition))}</>;
  if (!awaitedRoles(decision).includes(role)) return <span class="soft">–</span>;
  return (
    <SmallInput
      label={`${role === 'try' ? 'Try' : 'Check'} of ${name}`}
      text={draft[role]}
      fault={faults[role] ?? null}
      onInput={(text) => onDraft({ ...draft, [role]: text })}
    />
  );
}

interface SmallInputProps {
  readonly label: string;
  readonly text: string;
  readonly fault: string | null;
  readonly onInput: (text: string) => void;
}

function SmallInput({ label, text, fault, onInput }: SmallInputProps): JSX.Element {
  const id = useId();
  return (
    <>
      <input
        class="small-input"
        type="text"
        inputMode="decimal"
        autocomplete="off"
        aria-label={label}
        aria-invalid={fault !== null}
        aria-describedby={id}
        value={text}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <span id={id} class="field-fault">
        {fault}
      </span>
    </>
  );
}

type MoreProps = Pick<HarvestRowProps, 'name' | 'draft' | 'faults' | 'onDraft'>;

/** What is only sometimes to be said: weighed in part, carried out otherwise. */
function MoreInputs({ name, draft, faults, onDraft }: MoreProps): JSX.Element {
  const shares = [
    ['tryMeasured', 'Try weighed on (%)'],
    ['checkMeasured', 'Check weighed on (%)'],
    ['sown', 'Really sown with the try (%)'],
  ] as const;
  return (
    <details>
      <summary>
        More<span class="visually-hidden"> about {name}</span>
      </summary>
      <div class="harvest-more">
        {shares.map(([key, label]) => (
          <div key={key} class="field">
            <span class="field-label">{label}</span>
            <SmallInput
              label={`${label}, ${name}`}
              text={draft[key]}
              fault={faults[key] ?? null}
              onInput={(text) => onDraft({ ...draft, [key]: text })}
            />
          </div>
        ))}
        {draft.sown.trim() !== '' && (
          <label class="check-field">
            <input
              type="checkbox"
              checked={draft.isInnocent}
              onChange={(event) => onDraft({ ...draft, isInnocent: event.currentTarget.checked })}
            />{' '}
            The reason had nothing to do with the strips (too little seed, for instance)
          </label>
        )}
      </div>
    </details>
  );
}
