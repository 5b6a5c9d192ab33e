/**
 * What stands beside the entries must be what they say: the head, whether the policy is archived, and the line of each decision.
 */
import type { DecisionRow, Journal } from '../../journal/journal.ts';
import { canonicalJson } from '../fold/canonical-json.ts';
import { generationOf, type PolicyState } from '../fold/policy-state.ts';
import type { Scratch } from './scratch.ts';
import type { VerifyProblem } from './verify-journal.ts';

type TableJournal = Pick<Journal, 'head' | 'readLine' | 'scanDecisions'>;

export interface TableCheckParts {
  readonly journal: TableJournal;
  /** After the last entry. */
  readonly state: PolicyState;
  /** The lines that the entries tell of. */
  readonly scratch: Scratch;
}

export async function tableProblem(parts: TableCheckParts): Promise<VerifyProblem | null> {
  const { journal, state } = parts;
  return (
    (await headProblem(journal, state)) ??
    (await archiveProblem(journal, state)) ??
    (await rowProblem(parts))
  );
}

async function headProblem(
  journal: TableJournal,
  { policy, version, hash, planned }: PolicyState,
): Promise<VerifyProblem | null> {
  if (planned.length > 0) {
    return { position: version, what: 'The last plan is not complete.' };
  }
  const head = await journal.head(policy);
  if (head?.version === version && head.hash === hash) return null;
  const said = head === null ? 'missing' : `${head.version} (${head.hash.slice(0, 12)}…)`;
  const what = `The head must be entry ${version} (${hash.slice(0, 12)}…), but it is ${said}.`;
  return { position: version, what };
}

/**
 * What is archived is not loaded at the start, so the journal says it beside the entries too. The line of the one policy is asked for:
 * a list of all that are archived goes through all policies, for each of them.
 */
async function archiveProblem(
  journal: TableJournal,
  { policy, version, archivedAt }: PolicyState,
): Promise<VerifyProblem | null> {
  const line = await journal.readLine(policy);
  const isListed = line !== null && line.archivedAt !== null;
  if (isListed === (archivedAt !== null)) return null;
  const what = `The policy is ${isListed ? '' : 'not '}listed as archived, but the entries say otherwise.`;
  return { position: version, what };
}

async function rowProblem({
  journal,
  state,
  scratch,
}: TableCheckParts): Promise<VerifyProblem | null> {
  let rowCount = 0;
  for (let generation = 1; generation <= generationOf(state); generation++) {
    for await (const page of journal.scanDecisions(state.policy, generation)) {
      rowCount += page.length;
      const odd = page.find((row) => canonicalJson(scratch.line(row.id)) !== canonicalJson(row));
      if (odd !== undefined) return oddRow(scratch, odd);
    }
  }
  const { lineCount } = scratch;
  if (rowCount === lineCount) return null;
  const what = `The table of decisions has ${rowCount} lines, but the entries tell of ${lineCount}.`;
  return { position: state.version, what };
}

function oddRow(scratch: Scratch, odd: DecisionRow): VerifyProblem {
  const position = scratch.line(odd.id)?.position ?? odd.position;
  return { position, what: `The table's line of ${odd.id} is not what the entries say.` };
}
