import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ArenaBlocks } from './arena-blocks.ts';

it('never hands out what is taken, knows what was used, and is whole when all is given back', () => {
  const step = fc.oneof(
    fc.record({ take: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ give: fc.nat({ max: 30 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const blocks = new ArenaBlocks(200);
      const taken: { start: number; length: number }[] = [];
      const owners = new Array<boolean>(200).fill(false);
      const touched = new Array<boolean>(200).fill(false);
      for (const one of steps) {
        if ('take' in one) {
          const block = blocks.take(one.take);
          if (block === null) continue;
          const places = owners.slice(block.start, block.start + one.take);
          expect(places).toEqual(new Array<boolean>(one.take).fill(false));
          const isUsed = touched.slice(block.start, block.start + one.take).includes(true);
          if (isUsed) expect(block.isUsed).toBe(true);
          owners.fill(true, block.start, block.start + one.take);
          touched.fill(true, block.start, block.start + one.take);
          taken.push({ start: block.start, length: one.take });
        } else if (taken.length > 0) {
          const [block] = taken.splice(one.give % taken.length, 1);
          blocks.give(block!.start, block!.length);
          owners.fill(false, block!.start, block!.start + block!.length);
        }
        expect(blocks.isEmpty).toBe(taken.length === 0);
      }
      for (const { start, length } of taken) blocks.give(start, length);
      expect(blocks.take(200)).toMatchObject({ start: 0 });
    }),
  );
});
