/**
 * What each action is thought to pay, as the newest receipt says.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { decisionAddress } from '../../addresses/route.ts';
import { Card } from '../../design/card.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { useLoaded } from '../../live/use-loaded.ts';
import { BoundsPicture } from '../decision/bounds-picture.tsx';

export interface ActionBoundsProps {
  readonly view: PolicyView;
  readonly version: number;
}

export function ActionBounds({ view, version }: ActionBoundsProps): JSX.Element {
  const latest = useLoaded({
    name: `latest ${view.id}`,
    load: async (service, signal) => {
      const { decisions } = await service.decisions(view.id, { limit: 1 }, { signal });
      const [newest] = decisions;
      return newest === undefined ? 'none' : await service.decision(newest.id, { signal });
    },
    version,
  });
  if (latest.value === null || latest.value === 'none') {
    return (
      <Card title="What each action is thought to pay">
        {latest.value === 'none' ? <p>No decision yet.</p> : <Skeleton height={12} />}
      </Card>
    );
  }
  const { receipt } = latest.value;
  if (receipt.bounds.length === 0) {
    return (
      <Card title="What each action is thought to pay">
        <p>The model was not asked for the newest decision.</p>
      </Card>
    );
  }
  return (
    <Card
      title="What each action is thought to pay"
      lead={
        <>
          For the forecast of the newest decision (
          <a href={decisionAddress(receipt.id)}>number {receipt.sequence}</a>): the dot is the best
          guess, the bar where the truth most likely lies.
        </>
      }
    >
      <BoundsPicture receipt={receipt} />
    </Card>
  );
}
