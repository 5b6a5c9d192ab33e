/**
 * hedgerow as a player, through its public door: `decideTogether`, then what was measured of the parts.
 */
import { createPolicy, type Receipt } from '@hedgerow/core';
import type { RandomStream } from '../../environments/random-stream.ts';
import type { SpreadCell } from './spread-cells.ts';
import { HYBRIDS, spreadDefinition } from './spread-definition.ts';
import type { PlannedField, SpreadPlayer } from './spread-player.ts';
import type { SpreadWorld } from './spread-world.ts';

export function hedgerowPlayer(
  cell: SpreadCell,
  world: SpreadWorld,
  random: RandomStream,
): SpreadPlayer {
  const policy = createPolicy(spreadDefinition(cell, world, random));
  const situations = cell.world.sizes.map((size) => ({ context: {}, size }));
  let season = 0;
  let receipts: readonly Receipt[] = [];
  return {
    plan() {
      season += 1;
      ({ receipts } = policy.decideTogether(situations, { group: `season ${season}` }));
      return receipts.map(plannedField);
    },
    harvest(fields) {
      fields.forEach(({ usualMeasured: check, measured }, i) => {
        const { candidate, share } = plannedField(receipts[i]!);
        const tried = share > 0 ? { try: measured[candidate!]! } : {};
        policy.observe(receipts[i]!.id, { check, ...tried });
      });
    },
  };
}

function plannedField({ parts = [] }: Receipt): PlannedField {
  const tried = parts.find(({ role }) => role === 'try');
  if (tried === undefined) return { candidate: null, share: 0 };
  return { candidate: HYBRIDS.indexOf(tried.action) - 1, share: tried.share };
}
