/**
 * The maize policy that a new service starts with, and its first decision.
 *
 * As `hedgerow maize recommend` does, the fitted model ranks the hybrids for the forecast, its best is
 * proposed, and what it expects of the usual hybrid is declared as the baseline's reward; the policy
 * decides. Nothing is made up: the decision stays open until somebody reports a harvest.
 */
import { independent, normal } from '@hedgerow/core';
import {
  harvestCorrections,
  heldOutError,
  MAIZE_POLICY_DEFAULTS,
  maizePolicyDefinition,
  readMaizeModel,
  seasonOf,
  usualHybrid,
  yieldOutlook,
} from '@hedgerow/lab';
import type {
  DecisionPage,
  DecisionReceipt,
  DecisionRequest,
  DecisionView,
  DefinitionRequest,
} from '@hedgerow/service/wire';
import { callService } from './call-service.ts';
import { findPolicy } from './find-policy.ts';

export const MAIZE_POLICY = 'maize';

/** The field and the forecast of the first decision: season means in °C and MJ/m² a day. */
export const FIRST_SEASON = {
  field: 'DEH1',
  temperature: { mean: 22.5, sd: 0.8 },
  radiation: { mean: 20.7, sd: 0.8 },
} as const;

/**
 * Yield that may be lost once, t/ha: about two harvests of one field. Without it the first seasons would
 * all go to the usual hybrid, and somebody who only wants to look would see nothing happen.
 */
const RESERVE = 18;

const YIELD_DECIMALS = 1e6;

export interface MaizeStart {
  readonly definition: DefinitionRequest;
  readonly firstDecision: DecisionRequest;
}

/** Returns what is sent: the definition, and the question for the first season. */
export function maizeStart(): MaizeStart {
  const { field, temperature, radiation } = FIRST_SEASON;
  const model = readMaizeModel();
  const usual = usualHybrid(model, field);
  const weather = independent([
    normal(temperature.mean, temperature.sd),
    normal(radiation.mean, radiation.sd),
  ]);
  const season = seasonOf(model, { field, weather });
  const error = heldOutError(model);
  const corrections = harvestCorrections([], error);
  const ranking = yieldOutlook({ model, season, usual, usualYieldTold: null, corrections, error });
  const { expected } = ranking.find(({ hybrid }) => hybrid === usual)!;
  return {
    definition: {
      definition: maizePolicyDefinition(model, usual, {
        ...MAIZE_POLICY_DEFAULTS,
        reserve: RESERVE,
      }),
    },
    firstDecision: {
      context: {
        ...season.soil,
        temperature: { kind: 'normal', ...temperature },
        radiation: { kind: 'normal', ...radiation },
        dayLength: season.dayLength,
        field,
      },
      baseline: { action: usual, reward: Math.round(expected * YIELD_DECIMALS) / YIELD_DECIMALS },
      proposal: ranking[0]!.hybrid,
    },
  };
}

export interface MaizeDecision {
  readonly receipt: DecisionReceipt;
  /** False if it was made by an earlier start. */
  readonly isNew: boolean;
}

/** Makes policy and first decision where they are missing, and returns the newest decision. */
export async function startMaize(address: string): Promise<MaizeDecision> {
  const policy = await findPolicy(address, MAIZE_POLICY);
  if (policy !== null && policy.counts.decisions > 0) {
    return { receipt: await newestDecision(address), isNew: false };
  }
  const { definition, firstDecision } = maizeStart();
  const path = `/v1/policies/${MAIZE_POLICY}`;
  if (policy === null) await callService({ address, method: 'PUT', path, body: definition });
  const receipt = await callService<DecisionReceipt>({
    address,
    method: 'POST',
    path: `${path}/decisions`,
    body: firstDecision,
    key: 'hedgerow-start-first-decision',
  });
  return { receipt, isNew: true };
}

async function newestDecision(address: string): Promise<DecisionReceipt> {
  const path = `/v1/policies/${MAIZE_POLICY}/decisions?limit=1`;
  const { decisions } = await callService<DecisionPage>({ address, path });
  const { receipt } = await callService<DecisionView>({
    address,
    path: `/v1/decisions/${decisions[0]!.id}`,
  });
  return receipt;
}
