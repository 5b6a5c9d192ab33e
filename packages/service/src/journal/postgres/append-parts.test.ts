/**
 * The statement that appends has what its parts need, and no more: what it costs where few decide together is mostly its length.
 */
import { expect, test } from 'vitest';
import { EMPTY_HEAD, sealEntries } from '../entry-hash.ts';
import type { NewEntry } from '../journal.ts';
import { type Part, partOf } from '../leases/group-commit.ts';
import type { Standing } from '../standing.ts';
import { created, decided, entry, STANDING } from '../testing/sample-entries.ts';
import { appendTogether } from './append-parts.ts';

const { outline: _outline, ...USUAL } = STANDING;

interface PartInput {
  readonly entries?: readonly NewEntry[];
  readonly standing?: Standing | undefined;
  readonly epoch?: number | null;
}

function partWith(input: PartInput = {}): Part {
  const { entries = [decided({ sequence: 1 })], epoch = 7 } = input;
  const standing = 'standing' in input ? input.standing : USUAL;
  const sealed = sealEntries('maize', EMPTY_HEAD, entries);
  const batch = {
    policy: 'maize',
    head: EMPTY_HEAD,
    entries: sealed,
    ...(standing && { standing }),
  };
  return partOf([{ batch, member: 'm', epoch }]);
}

/** The statement for the parts, and how many arrays it is given. */
async function statementOf(...parts: readonly Part[]) {
  const sent: { text: string; arrayCount: number }[] = [];
  await appendTogether(
    {
      queryKept: async ({ text }, values) => {
        sent.push({ text, arrayCount: values.length });
        return [];
      },
    },
    parts,
    [],
  );
  return sent[0]!;
}

const withTerms = ({ time, body }: NewEntry, terms: object): NewEntry => {
  if (body.kind !== 'decided') throw new Error('Only decisions have terms.');
  return { time, body: { ...body, receipt: { ...body.receipt, ...terms } } };
};

test('of decisions as most are, it makes no policy and names nothing that they lack', async () => {
  const { text, arrayCount } = await statementOf(partWith());
  expect(text).not.toMatch(/insert into (policy|outline)|archived_at|owner|site|subject,.*parts/);
  expect([...text.matchAll(/\$\d+::/g)]).toHaveLength(arrayCount);
  expect(arrayCount).toBeLessThanOrEqual(40);
});

test('whatever is rare about one of its parts is in it', async () => {
  const rare: [string, PartInput][] = [
    ['insert into policy', { epoch: null, entries: [created()] }],
    ['case when given.has_standing', { standing: undefined }],
    ['coalesce(policy.owner, given.owner)', { standing: { ...USUAL, owner: 'k1' } }],
    ['insert into outline', { standing: STANDING }],
    ['given.archived_at', { entries: [entry({ kind: 'policy-archived', reason: 'over' })] }],
    ...['size', 'site', 'group', 'subject'].map((name): [string, PartInput] => [
      name === 'group' ? 'line.group_name' : `line.${name}`,
      { entries: [withTerms(decided({ sequence: 1 }), { [name]: name === 'size' ? 2 : 'x' })] },
    ]),
  ];
  for (const [words, input] of rare) {
    const { text, arrayCount } = await statementOf(partWith(), partWith(input));
    expect(text, words).toContain(words);
    expect([...text.matchAll(/\$\d+::/g)], words).toHaveLength(arrayCount);
  }
});
