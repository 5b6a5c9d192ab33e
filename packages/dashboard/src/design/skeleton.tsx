/**
 * Grey places where content will stand, of the same height, so that nothing jumps.
 */
import type { JSX } from 'preact';

export interface SkeletonProps {
  /** Height in rem. */
  readonly height: number;
  readonly label?: string;
}

export function Skeleton({ height, label = 'Loading' }: SkeletonProps): JSX.Element {
  return (
    <div class="skeleton" style={{ height: `${height}rem` }} role="status">
      <span class="visually-hidden">{label}</span>
    </div>
  );
}

/** A whole page that has not come yet. */
export function PageSkeleton(): JSX.Element {
  return (
    <div class="page-skeleton">
      <Skeleton height={3} label="Loading the page" />
      <Skeleton height={8} />
      <Skeleton height={20} />
    </div>
  );
}
