/**
 * A hybrid that comes later: the policy grows by it, and nothing that is proved or learnt is lost.
 */
import type { Client } from '@hedgerow/client';
import { withHybrids } from '@hedgerow/farm';
import type { Farm } from '../data/use-farm.ts';

/** Adds a hybrid of which nothing is known; refuses where the policy would have to begin anew. */
export async function addHybrid(client: Client, { view }: Farm, name: string): Promise<void> {
  const { definition } = await client.definition(view.id);
  const request = { definition: withHybrids(definition, [name]), reason: `To be tried: ${name}` };
  const { change, why } = await client.previewDefinition(view.id, request);
  if (change === 'new-generation' && view.counts.decisions > 0) throw new Error(why ?? '');
  await client.define(view.id, request);
}

/** What is wrong with a name, if anything. */
export function hybridFault(name: string, known: readonly string[]): string | null {
  if (name === '') return 'Give it a name.';
  return known.includes(name) ? 'There is one of that name already.' : null;
}
