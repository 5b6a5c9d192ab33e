/**
 * A tidy table made by a known bilinear rule, so that a fit can be judged: 6 fields, 2 years each
 * but the last, 5 hybrids, 2 plots of each.
 */
import { randomStream } from '../../../environments/random-stream.ts';
import type { TidyRow } from '../../import/tidy-row.ts';

const FIELD_COUNT = 6;
const HYBRIDS = ['A/B', 'C/D', 'E/F', 'G/H', 'I/J'];
const NOISE_MG_HA = 0.4;

/** Returns the rows; the seed decides the noise. */
export function madeUpTable(seed = 3): TidyRow[] {
  const noise = randomStream({ seed, index: 0 });
  return Array.from({ length: FIELD_COUNT }, (_, field) => field).flatMap((field) =>
    (field === FIELD_COUNT - 1 ? [2017] : [2016, 2017]).flatMap((year) =>
      HYBRIDS.flatMap((hybrid, index) =>
        [1, 2].map((replicate) => {
          const tempMeanC = 18 + field + 0.7 * (year - 2016);
          const radiationMjM2D = 20 + ((field * 3) % 4) - 0.5 * (year - 2016);
          const gain = (index - 2) * 0.3;
          const yieldMgHa =
            8 + gain * (tempMeanC - 21) + 0.2 * field + NOISE_MG_HA * noise.normal();
          return {
            year,
            location: `F${field}`,
            fieldId: `F${field}`,
            hybrid,
            replicate,
            yieldMgHa,
            yieldBuAc: yieldMgHa / 0.06276773,
            yieldNetMgHa: yieldMgHa,
            sandPct: 20 + 5 * field,
            siltPct: 50 - 2 * field,
            clayPct: 30 - 3 * field,
            tempMeanC,
            radiationMjM2D,
            photoperiodH: 13.5 + ((field * 2) % 5) / 10,
            soilSource: 'measured',
          };
        }),
      ),
    ),
  );
}
