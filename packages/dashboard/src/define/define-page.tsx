/**
 * A policy made or changed: `#/policies/new`, and `#/policies/NAME/change`.
 */
import './define.css';
import type { PolicyDefinition } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type LazyPageProps, policyAddress } from '../addresses/route.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { PageHeading } from '../design/page-heading.tsx';
import { PageSkeleton } from '../design/skeleton.tsx';
import { FailureNote } from '../live/failure-note.tsx';
import { refusalText } from '../live/refusal-text.ts';
import { useAction } from '../live/use-action.ts';
import { useLoaded } from '../live/use-loaded.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { draftOf, EMPTY_POLICY, type PolicyDraft, readPolicy } from './policy-draft.ts';
import { PolicyFields } from './policy-fields.tsx';
import { PromisePreview } from './promise-preview.tsx';

export function DefinePage({ path }: LazyPageProps): JSX.Element {
  return path === '' ? <NewPolicy /> : <ChangePolicy key={path} policy={path} />;
}

function NewPolicy(): JSX.Element {
  const [draft, setDraft] = useState(EMPTY_POLICY);
  const action = useAction();
  const [taken, setTaken] = useState<string | null>(null);
  const make = async (definition: PolicyDefinition) => {
    const name = draft.name.trim();
    setTaken(null);
    let isFree = false;
    const isDone = await action.run(async (client) => {
      isFree = (await client.previewDefinition(name, { definition })).change === 'created';
      if (isFree) await client.define(name, { definition });
    });
    if (isDone && isFree) location.hash = policyAddress(name);
    else if (isDone) setTaken(`There is a policy named ${name} already.`);
  };
  return (
    <>
      <PageHeading
        title="New policy"
        above={<a href="#/">Your policies</a>}
        lead="What you can do, what you usually do, what you know, and how much you can spare. Nothing is decided until somebody asks it."
      />
      <PolicyForm
        draft={draft}
        onDraft={setDraft}
        submitText="Make this policy"
        isBusy={action.isBusy}
        fault={taken ?? (action.failure && refusalText(action.failure))}
        onSubmit={(definition) => void make(definition)}
      />
    </>
  );
}

function ChangePolicy({ policy }: { readonly policy: string }): JSX.Element {
  const { value, failure, reload } = useLoaded({
    name: policy,
    load: (service, signal) => service.definition(policy, { signal }),
  });
  return (
    <>
      <PageHeading
        title={`Change ${policy}`}
        above={<a href={policyAddress(policy)}>{policy}</a>}
        lead="What only adds keeps everything. Anything else starts a new generation; you are told which before it is done."
      />
      {failure !== null && (
        <FailureNote failure={failure} what={`the policy ${policy}`} onRetry={reload} />
      )}
      {value === null && failure === null && <PageSkeleton />}
      {value !== null && <ChangeForm policy={policy} before={value.definition} />}
    </>
  );
}

interface ChangeFormProps {
  readonly policy: string;
  readonly before: PolicyDefinition;
}

function ChangeForm({ policy, before }: ChangeFormProps): JSX.Element {
  const [draft, setDraft] = useState(() => draftOf(policy, before));
  const [wanted, setWanted] = useState<PolicyDefinition | null>(null);
  return (
    <>
      <PolicyForm
        draft={draft}
        before={before}
        onDraft={setDraft}
        submitText="See what it would do"
        isBusy={false}
        fault={null}
        onSubmit={setWanted}
      />
      {wanted !== null && (
        <ChangeDialog policy={policy} definition={wanted} onCancel={() => setWanted(null)} />
      )}
    </>
  );
}

interface PolicyFormProps {
  readonly draft: PolicyDraft;
  /** The definition that is changed; absent for a new policy. */
  readonly before?: PolicyDefinition;
  readonly onDraft: (draft: PolicyDraft) => void;
  readonly submitText: string;
  readonly isBusy: boolean;
  readonly fault: string | null;
  readonly onSubmit: (definition: PolicyDefinition) => void;
}

function PolicyForm(props: PolicyFormProps): JSX.Element {
  const { draft, before, onDraft, onSubmit } = props;
  const [isTried, setTried] = useState(false);
  const read = readPolicy(draft, before);
  const isStarted = isTried || before !== undefined;
  const submit = (event: Event) => {
    event.preventDefault();
    setTried(true);
    if (read.definition !== null) onSubmit(read.definition);
  };
  return (
    <form class="stack define" noValidate onSubmit={submit}>
      <PolicyFields
        draft={draft}
        faults={isStarted ? read.faults : {}}
        hasName={before === undefined}
        {...(before !== undefined && { before })}
        onDraft={onDraft}
      />
      <Card title="What it promises">
        <PromisePreview read={read} />
      </Card>
      <div class="row">
        <Button type="submit" weight="main" isDisabled={props.isBusy}>
          {props.isBusy ? 'Working…' : props.submitText}
        </Button>
        <span class="field-fault" role="alert">
          {isTried && read.definition === null && 'Something above is missing or wrong. '}
          {isStarted && read.faults.whole}
          {props.fault}
        </span>
      </div>
      <p class="small soft">Where API keys are in use, this needs one with the scope admin.</p>
    </form>
  );
}
