/**
 * The page of the playground: the paper's experiments in the browser, on the same core, in a worker.
 */
import type { JSX } from 'preact';
import type { LazyPageProps } from '../addresses/route.ts';
import { PageHeading } from '../design/page-heading.tsx';
import { Playground } from './playground.tsx';

export function PlaygroundPage({ query }: LazyPageProps): JSX.Element {
  const told = query.toString();
  return (
    <>
      <PageHeading
        title="Playground"
        lead="Let the paper’s rule and hedge play the same made-up seasons, with the same luck, and see who keeps the promise. Everything runs in this browser; nothing is sent anywhere."
      />
      {/* Another address is another visit: settings and run begin anew. */}
      <Playground key={told} told={told} />
    </>
  );
}
