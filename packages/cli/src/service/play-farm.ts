/**
 * Plays the made-up farm of the demonstration against a running service, on a policy of its own.
 *
 * It is the same farm as in `hedgerow demo`; only decisions and harvests travel over HTTP, so the page
 * of the service shows them.
 */
import type { RandomSource } from '@hedgerow/core/research';
import type { DecisionReceipt, PolicyView } from '@hedgerow/service/wire';
import {
  drawForecast,
  drawHarvest,
  expectedYield,
  FARM,
  type Forecast,
} from '../demo/demo-farm.ts';
import type { DemoRound } from '../demo/demo-season.ts';
import { callService } from './call-service.ts';

export const FARM_POLICY = 'demo-farm';

export interface FarmSeason {
  readonly address: string;
  readonly fieldCount: number;
  readonly random: RandomSource;
}

/** Makes the policy of the farm. */
export async function defineFarm(address: string): Promise<PolicyView> {
  return await callService<PolicyView>({
    address,
    method: 'PUT',
    path: `/v1/policies/${FARM_POLICY}`,
    body: { definition: { ...FARM, seed: 1 } },
  });
}

/** Yields one round after the other, each decided and rewarded over HTTP. */
export async function* playFarm(season: FarmSeason): AsyncGenerator<DemoRound> {
  const { address, fieldCount, random } = season;
  for (let field = 1; field <= fieldCount; field++) {
    const forecast = drawForecast(random);
    const harvests = drawHarvest(forecast, random);
    const receipt = await decideField(address, forecast);
    const harvest = harvests[receipt.action]!;
    await callService({
      address,
      method: 'POST',
      path: `/v1/decisions/${receipt.id}/reward`,
      body: { value: harvest },
    });
    const view = await callService<PolicyView>({ address, path: `/v1/policies/${FARM_POLICY}` });
    yield {
      field,
      forecast,
      receipt,
      harvest,
      budget: view.margin ?? Number.NaN,
      expected: expectedYield(receipt.action, forecast),
      expectedOfBaseline: expectedYield(FARM.baseline.action, forecast),
    };
  }
}

async function decideField(address: string, forecast: Forecast): Promise<DecisionReceipt> {
  return await callService<DecisionReceipt>({
    address,
    method: 'POST',
    path: `/v1/policies/${FARM_POLICY}/decisions`,
    body: {
      context: {
        temperature: { kind: 'normal', ...forecast.temperature },
        rain: { kind: 'quantiles', ...forecast.rain },
      },
    },
  });
}
