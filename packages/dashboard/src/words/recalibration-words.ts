/**
 * That a forecast was put right before anything was decided.
 */
import type { DecisionReceipt } from '@hedgerow/client';
import { numberText } from '../design/number-text.ts';
import { readableName } from './readable-name.ts';

type Recalibration = NonNullable<DecisionReceipt['recalibrated']>[number];

export function recalibrationWords({ variable, bias, spread }: Recalibration): string {
  const way = bias < 0 ? 'down' : 'up';
  const stretched = spread < 1 ? 'narrowed' : 'widened';
  return (
    `Earlier forecasts of ${readableName(variable)} were not calibrated. This one was moved ${way} by ` +
    `${numberText(Math.abs(bias))} of its deviations and ${stretched} to ${numberText(spread)} times its spread before anything was decided; it is shown like that.`
  );
}
