/**
 * The holes that were closed, each with the reports that once broke the guarantee.
 */
import { absurdInGroup } from './absurd-in-group.ts';
import { fewerStripsPartWeighed, stripsAdded } from './changed-strips.ts';
import { correctedSavings } from './corrected-savings.ts';
import { generationInWindow } from './generation-in-window.ts';
import { generationOverdrawn } from './generation-overdrawn.ts';
import { cancelledByForecast, fellBackByForecast } from './given-up.ts';
import type { Hole } from './hole.ts';
import { joinedLater } from './joined-later.ts';
import { outages } from './outage.ts';
import { periodCorrected } from './period-corrected.ts';
import { periodTypedLow } from './period-typed-low.ts';

export type { Door, DoorReceipt, OpenDoor } from './door.ts';
export { brokenMax, countBroken, type Hole } from './hole.ts';

export const HOLES: readonly Hole[] = [
  fewerStripsPartWeighed,
  stripsAdded,
  ...outages,
  periodCorrected,
  periodTypedLow,
  generationInWindow,
  generationOverdrawn,
  correctedSavings,
  cancelledByForecast,
  fellBackByForecast,
  absurdInGroup,
  joinedLater,
];
