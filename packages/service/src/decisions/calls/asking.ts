/**
 * Asking what to do: decisions, previews, groups.
 */
import { ServiceProblem } from '../../problems/problem.ts';
import {
  definitionDiffers,
  internalFault,
  keyReused,
  unknownPolicy,
} from '../../problems/refusals.ts';
import type { DecisionReceipt, GroupPlan } from '../../wire.ts';
import { type DecideAnswer, decideCommand } from '../commands/decide-command.ts';
import { decideManyCommand, type RefusedDecision } from '../commands/decide-many-command.ts';
import { isSameDefinition } from '../commands/definition.ts';
import {
  closeGroupCommand,
  issueGroupCommand,
  previewGroupCommand,
  readPlan,
} from '../commands/group-commands.ts';
import { previewRequest } from '../commands/preview.ts';
import type {
  AnswerForm,
  DecisionAnswer,
  DecisionService,
  ManyAnswer,
} from '../decision-service.ts';
import { definitionOf, generationOf } from '../fold/policy-state.ts';
import { readDecided } from '../views/decision-views.ts';
import { minimalReceipt } from '../views/minimal-receipt.ts';
import { sizeOf } from '../writer/waiting-line.ts';
import { batchParts } from './batch-parts.ts';
import type { Room } from './room.ts';

type Asking = Pick<
  DecisionService,
  'decide' | 'decideMany' | 'preview' | 'issueGroup' | 'previewGroup' | 'closeGroup'
>;

export function asking(room: Room): Asking {
  return {
    decide: async (policy, request, caller, form = 'whole') => {
      const startMs = room.monotonic.nowMs();
      const answer = await room.submit(
        policy,
        decideCommand({ ...room.deciding, request, caller }),
      );
      return answered(room, { policy, startMs, form }, answer);
    },
    decideMany: async (policy, asked, form = 'whole') => {
      const startMs = room.monotonic.nowMs();
      const inputs = asked.map((one) => ({ ...room.deciding, ...one }));
      const toldCount = form === 'minimal' ? 0 : asked.length;
      // Whoever asks for many lets others have their turn in between: no turn ends amid these.
      const parts = batchParts(inputs).map((part) =>
        decidePart(room, policy, { ...decideManyCommand(part, toldCount), whole: asked }),
      );
      const answers = await Promise.all(
        parts.map(async (part) => manyAnswers(room, { policy, startMs, form }, await part)),
      );
      return answers.flat();
    },
    preview: async (policy, request, site) => {
      const { policy: definition } = request;
      return room.submit(policy, {
        isWriting: false,
        run({ state }) {
          const exists = generationOf(state) > 0;
          if (!exists && definition === undefined) throw unknownPolicy(policy);
          if (exists && definition && !isSameDefinition(definition, definitionOf(state))) {
            throw definitionDiffers(policy);
          }
          return previewRequest(state, request, site);
        },
      });
    },
    issueGroup: async (policy, request, caller) => {
      const startMs = room.monotonic.nowMs();
      const command = issueGroupCommand({ request, caller, journal: room.journal });
      const answer = await room.submit(policy, command);
      const isReplay = answer.kind === 'replay';
      const plan = isReplay ? await plannedBefore(room, answer.id) : answer.plan;
      const durationMs = room.monotonic.nowMs() - startMs;
      for (const { chosenBy, reason } of plan.receipts) {
        room.report({ kind: 'decision', policy, chosenBy, reason, isReplay, durationMs });
      }
      return { plan, isReplay };
    },
    previewGroup: (policy, request, site) =>
      room.submit(policy, previewGroupCommand(request, site)),
    closeGroup: (policy, group) => room.submit(policy, closeGroupCommand(group)),
  };
}

/** A part that could not be stored, or not even wait: nobody knows more of any of its decisions. */
async function decidePart(
  room: Room,
  policy: string,
  command: ReturnType<typeof decideManyCommand>,
): Promise<readonly (DecideAnswer | RefusedDecision)[]> {
  try {
    return await room.submit(policy, command);
  } catch (error) {
    const { text: problem } = error instanceof ServiceProblem ? error : internalFault(error);
    return Array.from({ length: sizeOf(command) }, () => ({ kind: 'refused', problem }));
  }
}

interface Occasion {
  readonly policy: string;
  readonly startMs: number;
  readonly form: AnswerForm;
}

/** Tells of some decisions that are stored, and returns an answer for each. */
function manyAnswers(
  room: Room,
  occasion: Occasion,
  answers: readonly (DecideAnswer | RefusedDecision)[],
): Promise<readonly ManyAnswer[]> {
  return Promise.all(
    answers.map((answer) => {
      if (answer.kind === 'refused') return answer;
      if (answer.kind === 'replay') return answerAgain(room, occasion, answer);
      const { text, isReplay } = tell(room, occasion, answer);
      return { kind: 'decided', text, isReplay } as const;
    }),
  );
}

/** One that was made before and cannot be told again must not take the others' answers away. */
async function answerAgain(
  room: Room,
  occasion: Occasion,
  answer: DecideAnswer,
): Promise<ManyAnswer> {
  try {
    return { kind: 'decided', ...(await answered(room, occasion, answer)) };
  } catch (error) {
    if (error instanceof ServiceProblem) return { kind: 'refused', problem: error.text };
    throw error;
  }
}

/** Tells of a decision that is stored, and returns its text. */
async function answered(
  room: Room,
  occasion: Occasion,
  answer: DecideAnswer,
): Promise<DecisionAnswer> {
  if (answer.kind === 'new') return tell(room, occasion, answer);
  return tell(room, occasion, { kind: 'replay', receipt: await answeredBefore(room, answer.id) });
}

interface Receipted {
  readonly kind: DecideAnswer['kind'];
  readonly receipt: DecisionReceipt;
}

function tell(
  room: Room,
  { policy, startMs, form }: Occasion,
  { kind, receipt }: Receipted,
): DecisionAnswer {
  const isReplay = kind === 'replay';
  const { chosenBy, reason } = receipt;
  const durationMs = room.monotonic.nowMs() - startMs;
  room.report({ kind: 'decision', policy, chosenBy, reason, isReplay, durationMs });
  const shown = form === 'minimal' ? minimalReceipt(receipt) : receipt;
  return { text: JSON.stringify(shown), isReplay };
}

function answeredBefore({ journal, read }: Room, id: string): Promise<DecisionReceipt> {
  return read(async () => {
    const row = await journal.findDecision(id);
    if (row === null) throw new Error(`The decision ${id} must be in the table.`);
    const { receipt, planIndex } = await readDecided(journal, row);
    // The key is that of a plan: its fingerprint goes when something of the plan is forgotten.
    if (planIndex !== undefined) throw keyReused();
    return receipt;
  });
}

function plannedBefore(room: Room, id: string): Promise<GroupPlan> {
  const { journal } = room;
  return room.read(async () => {
    const row = await journal.findDecision(id);
    if (row === null) throw new Error(`The decision ${id} must be in the table.`);
    return readPlan(journal, row);
  });
}
