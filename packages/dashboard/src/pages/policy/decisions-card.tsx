/**
 * The decisions of a policy, newest first, with filters and pages.
 */
import type { DecisionFilter, PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useKept } from '../../addresses/use-kept.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { FailureNote } from '../../live/failure-note.tsx';
import { useLoaded } from '../../live/use-loaded.ts';
import { DecisionFilters } from './decision-filters.tsx';
import { DecisionTable } from './decision-table.tsx';

const PAGE_SIZE = 12;

export interface DecisionsCardProps {
  readonly view: PolicyView;
  readonly version: number;
}

export function DecisionsCard({ view, version }: DecisionsCardProps): JSX.Element {
  const [filter, setFilter] = useKept<DecisionFilter>('filter', {});
  /** Where each page after the first begins. */
  const [path, setPath] = useKept<readonly number[]>('pages', []);
  const before = path.at(-1);
  const asked = { ...filter, limit: PAGE_SIZE, ...(before === undefined ? {} : { before }) };
  const page = useLoaded({
    name: `${view.id} ${JSON.stringify(asked)}`,
    load: (service, signal) => service.decisions(view.id, asked, { signal }),
    version,
  });
  const next = page.value?.next ?? null;
  return (
    <Card title="Decisions" lead="Newest first. Open one to see why it was made.">
      <DecisionFilters
        view={view}
        filter={filter}
        onChange={(chosen) => {
          setFilter(chosen);
          setPath([]);
        }}
      />
      <div class={view.counts.decisions < PAGE_SIZE ? undefined : 'decisions-page'}>
        {page.failure !== null && (
          <FailureNote failure={page.failure} what="the decisions" onRetry={page.reload} />
        )}
        {page.value !== null && <DecisionTable decisions={page.value.decisions} view={view} />}
        {page.value === null && page.failure === null && <Skeleton height={30} />}
      </div>
      <nav class="row" aria-label="Pages of decisions">
        <Button isDisabled={path.length === 0} onClick={() => setPath(path.slice(0, -1))}>
          Newer
        </Button>
        <Button
          isDisabled={next === null}
          onClick={() => next !== null && setPath([...path, next])}
        >
          Older
        </Button>
        <span class="small soft">Page {path.length + 1}</span>
      </nav>
    </Card>
  );
}
