/**
 * Policies that take no more decisions: out of sight, one click away.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { policyAddress } from '../../addresses/route.ts';
import { useLoaded } from '../../live/use-loaded.ts';

/** Policies that are looked through; a service with more is looked after by other means. */
const LISTED_MAX = 5000;

export function ArchivedPolicies(): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { value, failure } = useLoaded({
    name: 'archived',
    load: (service, signal) => service.policies({ archived: true, limit: LISTED_MAX, signal }),
    isWaiting: !isOpen,
  });
  const archived = value?.filter(({ archivedAt }) => archivedAt !== undefined) ?? null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Archived policies</summary>
      {failure !== null && <p class="soft">They could not be loaded.</p>}
      {archived?.length === 0 && <p class="soft">There are none.</p>}
      <ul>
        {archived?.map(({ id }) => (
          <li key={id}>
            <a href={policyAddress(id)}>{id}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}
