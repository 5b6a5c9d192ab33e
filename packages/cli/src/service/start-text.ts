/**
 * What `hedgerow start` prints: the first decision with its reason, and how to go on.
 */

import { FIRST_SEASON, MAIZE_POLICY, type MaizeDecision } from './maize-start.ts';
import { FARM_POLICY } from './play-farm.ts';
import { STANDARD_ADDRESS } from './service-address.ts';

export interface StartReport {
  readonly address: string;
  readonly hasPage: boolean;
  readonly maize: MaizeDecision;
  /** Rounds of the demonstration farm that were played just now. */
  readonly farmRounds: number;
}

/** Returns the lines for a terminal. */
export function startText({ address, hasPage, maize, farmRounds }: StartReport): string[] {
  const { receipt } = maize;
  const where = address === STANDARD_ADDRESS ? '--live' : `--service ${address}`;
  return [
    `hedgerow listens on ${address}`,
    '',
    ...decisionLines(maize),
    '',
    ...(hasPage ? [`See it:         ${address}/`] : []),
    ...(farmRounds > 0
      ? [
          `Demonstration:  ${farmRounds} rounds of a made-up farm are in the policy "${FARM_POLICY}".`,
        ]
      : []),
    `Play a season:  npx hedgerow demo ${where}`,
    `Report harvest: curl -X POST ${address}/v1/decisions/${receipt.id}/reward -H 'content-type: application/json' -d '{"value": 9.3}'`,
    `All of it:      ${address}/openapi.json and docs/guides/service.md`,
    'Stop:           Ctrl-C; everything is kept, and the next start goes on from here.',
  ];
}

function decisionLines({ receipt, isNew }: MaizeDecision): string[] {
  const { field, temperature, radiation } = FIRST_SEASON;
  const asked = isNew
    ? `Asked for field ${field}, forecast ${temperature.mean} ± ${temperature.sd} °C and ${radiation.mean} ± ${radiation.sd} MJ/m² a day:`
    : `The newest decision of the policy "${MAIZE_POLICY}", made ${receipt.decidedAt}:`;
  return [
    asked,
    `  Plant ${receipt.action}. (decision ${receipt.id}, chosen by the ${receipt.chosenBy}: ${receipt.reason})`,
    `  ${receipt.explanation}`,
    ...receipt.change.map((sentence) => `  ${sentence}`),
    `  The promise: ${receipt.promise.text}`,
  ];
}
