/**
 * Recommend: a field and a forecast in, a ranked list and a safe choice out.
 *
 * The ranking is made here in the browser, from the fitted model. The choice is the service's: its policy
 * keeps the books, and only it knows what can be afforded. Without it the ranking still works.
 */
import './recommend.css';
import type { PolicyView } from '@hedgerow/client';
import type { MaizeModel } from '@hedgerow/lab/recommend';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useKept } from '../addresses/use-kept.ts';
import { Note } from '../design/note.tsx';
import { PageHeading } from '../design/page-heading.tsx';
import { PageSkeleton } from '../design/skeleton.tsx';
import { FailureNote } from '../live/failure-note.tsx';
import { type Loaded, useLoaded } from '../live/use-loaded.ts';
import { DecisionCard } from './decision-card.tsx';
import { MAIZE_POLICY, misfitOf } from './decision-request.ts';
import { type FieldForm, type FormPart, formFor, soilFault } from './field-form.ts';
import { type FieldOutlook, fieldOutlook } from './field-outlook.ts';
import { FormFields } from './form-fields.tsx';
import { useMaizeModel } from './maize-model.ts';
import { RankingCard } from './ranking-card.tsx';
import { RankingOnly } from './ranking-only.tsx';

export function RecommendPage(): JSX.Element {
  const model = useMaizeModel();
  if (model === 'loading') return <PageSkeleton />;
  return (
    <>
      <PageHeading
        title="Recommend"
        lead="Which maize hybrid for this field and this season? Tell what you know of the weather, and how sure you are."
      />
      {model === 'failed' ? (
        <Note tone="bad" title="The fitted model could not be loaded" isNews>
          <p>The service did not hand it out. Load the page again.</p>
        </Note>
      ) : (
        <Recommend model={model} />
      )}
    </>
  );
}

const FIRST_FIELD = 'IAH1';

function Recommend({ model }: { readonly model: MaizeModel }): JSX.Element {
  const policy = useLoaded({
    name: MAIZE_POLICY,
    load: (service, signal) => service.policy(MAIZE_POLICY, { signal }),
  });
  const usual = useMemo(() => formFor(model, firstField(model)), [model]);
  // Whoever comes back from the decision finds the field that it was made for.
  const [usable, setUsable] = useKept('field form', usual);
  const [form, setForm] = useState(usable);
  const [faults, setFaults] = useState<ReadonlySet<FormPart>>(new Set());
  const outlook = useMemo(() => fieldOutlook(model, usable), [model, usable]);
  const modelsWord = useMemo(
    () => fieldOutlook(model, { ...usable, usualYield: null }).usual.expected,
    [model, usable],
  );
  const change = (changed: FieldForm) => {
    // Another field fills everything in anew, so what was wrong is gone.
    if (changed.field !== form.field) setFaults(new Set());
    setForm(changed);
    if (soilFault(changed) === null) setUsable(changed);
  };
  const setFault = (part: FormPart, isFaulty: boolean) =>
    setFaults((old) => new Set([...old, part].filter((name) => name !== part || isFaulty)));
  return (
    <div class="recommend">
      <FormFields
        model={model}
        form={form}
        modelsWord={modelsWord}
        onChange={change}
        onFault={setFault}
      />
      <div class="stack">
        <Decision
          model={model}
          outlook={outlook}
          policy={policy}
          isUsable={faults.size === 0 && form === usable}
        />
        <RankingCard outlook={outlook} />
      </div>
    </div>
  );
}

interface DecisionProps {
  readonly model: MaizeModel;
  readonly outlook: FieldOutlook;
  readonly policy: Loaded<PolicyView>;
  readonly isUsable: boolean;
}

function Decision({ model, outlook, policy, isUsable }: DecisionProps): JSX.Element {
  const { value, failure, reload } = policy;
  if (value !== null) {
    const misfit = misfitOf(model, value.definition);
    if (misfit !== null) return <RankingOnly outlook={outlook} misfit={misfit} />;
    return <DecisionCard outlook={outlook} policy={value} isUsable={isUsable} />;
  }
  if (failure?.kind === 'missing') return <RankingOnly outlook={outlook} misfit={null} />;
  return (
    <>
      {failure !== null && (
        <FailureNote failure={failure} what="the maize policy" onRetry={reload} />
      )}
      <RankingOnly outlook={outlook} misfit={null} isWaiting />
    </>
  );
}

function firstField({ fields }: MaizeModel): string {
  return fields.includes(FIRST_FIELD) ? FIRST_FIELD : fields[0]!;
}
