/**
 * Lots in the service: they are drawn with the coin of the decision, stand in its entry, and are the same after a restart
 * and in a replay; with them stand the probabilities of all that could have been played.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Decided } from '../journal/entry.ts';
import { readEntryText } from '../journal/entry-text.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';
import type { DecisionReceipt } from '../wire.ts';
import { differingField } from './fold/same-entry.ts';
import { FARM, type SampleService, sampleService } from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

const EXPLORING: PolicyDefinition = { ...FARM, reserve: 200, exploration: { share: 0.5 } };
const UNKNOWN: PolicyDefinition = { ...EXPLORING, baseline: { action: 'local' } };
const COUNT = 40;

const folder = temporaryFolder();
let sample: SampleService;
const answers = new Map<string, DecisionReceipt[]>();

async function open(): Promise<SampleService> {
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  return sampleService({ journal, limits: { snapshotEntries: 15 } });
}

async function close({ service, journal }: SampleService): Promise<void> {
  await service.close();
  await journal.close();
}

function ask(policy: string, definition: PolicyDefinition, n: number): Promise<DecisionReceipt> {
  return sample.decide({ policy: definition, context: { rain: 10 * n } }, `key ${n}`, policy);
}

beforeAll(async () => {
  sample = await open();
  for (const [name, definition] of Object.entries({ known: EXPLORING, unknown: UNKNOWN })) {
    const receipts: DecisionReceipt[] = [];
    for (let n = 0; n < COUNT; n += 1) {
      const receipt = await ask(name, definition, n);
      await sample.service.reward(receipt.id, { value: receipt.action === 'local' ? 10 : 11 });
      receipts.push(receipt);
    }
    answers.set(name, receipts);
  }
});

afterAll(() => close(sample));

test('lots are drawn, and every answer tells its probability', () => {
  for (const receipts of answers.values()) {
    const proposers = new Set(receipts.map(({ proposedBy }) => proposedBy));
    proposers.delete('second-look');
    expect(proposers).toEqual(new Set(['learner', 'exploration']));
    for (const { action, propensity, propensities, exploration } of receipts) {
      expect(exploration).toEqual({ share: 0.5, number: expect.any(Number) });
      expect(propensity).toBe(propensities!.find((one) => one.action === action)!.probability);
    }
  }
});

test('after a restart the same keys are answered with the same bytes, and all of it is proved', async () => {
  await close(sample);
  sample = await open();
  for (const [name, definition] of Object.entries({ known: EXPLORING, unknown: UNKNOWN })) {
    for (let n = 0; n < COUNT; n += 7) {
      const again = await ask(name, definition, n);
      expect(JSON.stringify(again)).toBe(JSON.stringify(answers.get(name)![n]));
    }
  }
  expect(await verifyJournal(sample.journal)).toMatchObject({ isWhole: true });
});

test('probabilities stand packed in the entry, and one that is changed is found out', async () => {
  const entries = await sample.journal.read('known', 0, 10);
  const bodies = entries.map(({ text }) => readEntryText(text));
  const written = bodies.find(({ kind }) => kind === 'decided') as Decided;
  const { receipt } = written;
  expect(Buffer.from(receipt.shown!.chances!, 'base64')).toHaveLength(8 * FARM.actions.length);
  expect(receipt.propensities).toBeUndefined();
  const again = { ...written, receipt: answers.get('known')![0]! };
  expect(differingField(again, written)).toBe(null);
  const [first, ...others] = again.receipt.propensities!;
  const propensities = [{ ...first!, probability: 0.25 }, ...others];
  const changed = { ...again, receipt: { ...again.receipt, propensities } };
  expect(differingField(changed, written)).toBe('propensities');
});

test('a plan draws its lots from the draws of the plan', async () => {
  const situations = Array.from({ length: 12 }, (_, i) => ({ context: { rain: 30 * i } }));
  await sample.decide({ policy: EXPLORING }, null, 'planned');
  const plan = { group: '2027', situations };
  await sample.service.issueGroup('planned', plan, { scope: 'local', text: 'plan' });
  const { decisions } = await sample.service.decisions('planned', {});
  const views = await Promise.all(decisions.map(({ id }) => sample.service.decision(id)));
  const proposers = views.map(({ receipt }) => receipt.proposedBy);
  expect(new Set(proposers)).toEqual(new Set(['learner', 'exploration']));
  await close(sample);
  sample = await open();
  expect(await verifyJournal(sample.journal)).toMatchObject({ isWhole: true });
});

test('it may begin and end while the generation goes on', async () => {
  const { exploration: _none, ...plain } = EXPLORING;
  const decideWith = async (definition: PolicyDefinition) => {
    await sample.service.define('grown', { definition, reason: 'logs for all' });
    return sample.decide({ policy: definition }, null, 'grown');
  };
  await decideWith(plain);
  const exploring = await decideWith(EXPLORING);
  expect(exploring).toMatchObject({ generation: 1, exploration: { share: 0.5 } });
  const ended = await decideWith(plain);
  expect(ended).toMatchObject({ generation: 1, propensity: 1 });
  expect(ended.exploration).toBeUndefined();
});

test('a preview tells the probabilities and draws nothing', async () => {
  const preview = await sample.service.preview('known', { context: { rain: 5 } });
  expect(preview.exploration).toEqual({ share: 0.5, number: null });
  const decided = await sample.decide({ policy: EXPLORING, context: { rain: 5 } }, null, 'known');
  expect(decided.propensities).toEqual(preview.propensities);
});
