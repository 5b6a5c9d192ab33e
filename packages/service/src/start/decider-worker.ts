/**
 * A decider: a thread with a core of its own that looks after some of the policies.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { BEAT_MS, type DeciderData } from '../deciders/messages.ts';
import { placeOf } from '../deciders/place-of.ts';
import { type CallerPort, type Methods, serveCalls, Teller } from '../deciders/serve-calls.ts';
import { createDecisionService } from '../decisions/create-decision-service.ts';
import { systemClock } from '../instruments/clock.ts';
import { joinJournal } from '../journal/journal-share.ts';

const port = parentPort!;
const { journal: share, place, deciderCount, limits } = workerData as DeciderData;
const teller = new Teller(port as CallerPort);
const journal = await joinJournal(share, (report) => teller.commit(report));
const service = createDecisionService({
  journal,
  clock: systemClock,
  onEvent: (event) => teller.event(event),
  limits,
  isOwn: (policy) => placeOf(policy, deciderCount) === place,
});

async function close(): Promise<void> {
  try {
    await service.close();
  } finally {
    await journal.close();
    teller.flush();
    clearInterval(signs);
    port.close();
  }
}

serveCalls(port as CallerPort, teller, {
  methods: service as unknown as Methods,
  service,
  close,
});
const signs = setInterval(() => teller.beat(), BEAT_MS / 2);
teller.tell({ kind: 'ready' });
