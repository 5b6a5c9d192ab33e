/**
 * What `hedgerow start` prints once the service answers: where the demonstration is, where one's own farm
 * begins, and how to go on.
 */
import { DEMONSTRATION, SEASONS, type Seeding } from './seed-demonstration.ts';

export interface StartReport {
  readonly address: string;
  readonly hasPage: boolean;
  readonly seeding: Seeding;
}

/** Returns the lines for a terminal. */
export function startText({ address, hasPage, seeding }: StartReport): string[] {
  const page = (place: string) => `${address}/#/${place}`;
  return [
    '',
    ...(seeding === 'none' ? [] : demonstrationLines(address)),
    ...(hasPage
      ? [
          ...(seeding === 'none' ? [] : [`See its story:  ${page(`farm/${DEMONSTRATION}`)}`]),
          `Your own farm:  ${page('farm?new')}`,
          '                It begins empty; nothing made up enters it. First step: its name and hybrids.',
          `Other uses:     ${page('policies/new')}`,
          `The guide:      ${address}/guide/`,
        ]
      : []),
    `The HTTP API:   ${address}/docs`,
    'Stop:           Ctrl-C; everything is kept, and the next start goes on from here.',
  ];
}

function demonstrationLines(address: string): string[] {
  return [
    `Demonstration:  a made-up co-operative: 3 farms, 30 fields, ${SEASONS.length} seasons, all of them written down today.`,
    '                "Delete this demonstration" in the page erases it whole, and so does',
    `                curl -X DELETE '${address}/v1/policies/${DEMONSTRATION}?erase=true'`,
  ];
}
