/**
 * Puts the made-up co-operative into a new service, through its HTTP API: fields, and five seasons of plan
 * and harvest.
 *
 * Every request has a key or says what stands already, so a start that was interrupted is gone on with by
 * the next one. It is a policy of its own, marked as a demonstration; no other policy is ever touched, and
 * in a folder that was used before nothing made up appears.
 */
import type {
  DecisionPage,
  DecisionReceipt,
  GroupPlan,
  PolicyView,
  RewardLineAnswer,
} from '@hedgerow/service/wire';
import {
  cooperativeDefinition,
  cooperativeFields,
  cooperativeModel,
  MEMBERS,
} from '../demo/cooperative/members.ts';
import { CooperativeTruth, FORECAST_DEVIATION, type Weather } from '../demo/cooperative/truth.ts';
import { CommandFailure } from '../output/exit-codes.ts';
import { callService, ServiceRefusal, sendLines } from './call-service.ts';

export const DEMONSTRATION = 'demonstration';

/** Made up as everything else: the service writes down the time at which it is seeded. */
export const SEASONS = ['2022', '2023', '2024', '2025', '2026'] as const;

/** `seeded`: made or completed just now. `there`: since an earlier start. `none`: there is none here. */
export type Seeding = 'seeded' | 'there' | 'none';

const PATH = `/v1/policies/${DEMONSTRATION}`;
const ALL = 200;

/** Returns the policy, archived or not; undefined if there is none. */
async function findPolicy(address: string): Promise<PolicyView | undefined> {
  try {
    return await callService<PolicyView>({ address, path: PATH });
  } catch (error) {
    if (error instanceof ServiceRefusal && error.code === 'HR_POLICY_UNKNOWN') return undefined;
    throw error;
  }
}

/** Seeds the demonstration where the folder is new, completes it where it was interrupted. */
export async function seedDemonstration(address: string, isNew: boolean): Promise<Seeding> {
  const found = await findPolicy(address);
  if (found === undefined ? !isNew : !isOurs(found)) return 'none';
  if (found !== undefined && (await isComplete(address))) return 'there';
  const model = await cooperativeModel();
  if (found === undefined) {
    const body = { definition: cooperativeDefinition(model), demonstration: true };
    await callService({ address, method: 'PUT', path: PATH, body });
  }
  if (found === undefined || found.counts.decisions === 0) {
    const body = { subjects: cooperativeFields() };
    await callService({ address, method: 'PUT', path: `${PATH}/subjects`, body });
  }
  const truth = new CooperativeTruth(model);
  for (const season of SEASONS) await playSeason(address, truth, season);
  return 'seeded';
}

/** A policy of somebody's own may have the same name. */
function isOurs({ isDemonstration, archivedAt, generation }: PolicyView): boolean {
  return isDemonstration === true && archivedAt === undefined && generation === 1;
}

/** The harvest of the last season is the last thing that is told. */
async function isComplete(address: string): Promise<boolean> {
  const path = `${PATH}/decisions?group=${SEASONS.at(-1)}&limit=${ALL}`;
  const { decisions } = await callService<DecisionPage>({ address, path });
  return decisions.length > 0 && decisions.every(({ reward }) => reward !== null);
}

async function playSeason(address: string, truth: CooperativeTruth, group: string): Promise<void> {
  const situations = MEMBERS.flatMap(({ farm, fields }) =>
    fields.map(([subject]) => ({ subject, context: forecastOf(truth.forecast(farm, group)) })),
  );
  const { receipts } = await callService<GroupPlan>({
    address,
    method: 'POST',
    path: `${PATH}/groups`,
    body: { group, commit: true, situations },
    key: `${DEMONSTRATION}-${group}`,
  });
  const path = `${PATH}/groups/${group}/close`;
  await callService({ address, method: 'POST', path, body: {} });
  const lines = (receipts as DecisionReceipt[]).map((receipt) => harvestOf(truth, group, receipt));
  const answers = await sendLines<RewardLineAnswer>({ address, path: `${PATH}/rewards`, lines });
  const refused = answers.find(({ outcome }) => outcome === 'refused');
  if (refused !== undefined) {
    throw new CommandFailure(`A harvest of the demonstration was refused: ${refused.detail}`);
  }
}

function forecastOf(mean: Weather) {
  const normal = (name: keyof Weather) => ({
    kind: 'normal',
    mean: mean[name],
    sd: FORECAST_DEVIATION[name],
  });
  return {
    temperature: normal('temperature'),
    radiation: normal('radiation'),
    rain: normal('rain'),
  };
}

/** What was measured on the strips of a field, and the weather that it had. */
function harvestOf(truth: CooperativeTruth, season: string, receipt: DecisionReceipt) {
  const { id, subject, parts = [] } = receipt;
  const member = MEMBERS.find(({ fields }) => fields.some(([name]) => name === subject))!;
  const [field, , clay] = member.fields.find(([name]) => name === subject)!;
  const measured = parts.map(({ role, action }) => [
    role,
    truth.harvest({ member, field, clay }, season, action),
  ]);
  const context = { ...truth.weather(member.farm, season), clay, field, region: member.region };
  return { decision: id, ...Object.fromEntries(measured), context };
}
