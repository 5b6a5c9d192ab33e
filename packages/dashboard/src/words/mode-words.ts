/**
 * The modes of a policy: names, tones, and what each means.
 */
import type { Mode, PolicyView } from '@hedgerow/client';
import type { BadgeTone } from '../design/badge.tsx';

interface ModeWords {
  readonly name: string;
  readonly tone: BadgeTone;
  readonly meaning: string;
}

export const MODES: Readonly<Record<Mode, ModeWords>> = {
  live: {
    name: 'Live',
    tone: 'good',
    meaning: 'I choose whenever the safety budget allows it.',
  },
  shadow: {
    name: 'Watching only',
    tone: 'calm',
    meaning: 'I learn and say what I would do, but always play your usual choice.',
  },
  'safe-mode': {
    name: 'Safe mode',
    tone: 'careful',
    meaning: 'Every decision is your usual choice.',
  },
};

/** What the badge of a policy says: being halted outweighs the mode. */
export function statusOf({ health, mode }: PolicyView): { name: string; tone: BadgeTone } {
  return health.state === 'halted' ? { name: 'Halted', tone: 'bad' } : MODES[mode];
}

/** Returns what is done at the moment, whatever the switch says. */
export function nowText({ health, mode }: PolicyView): string {
  const { name, meaning } = MODES[mode];
  return health.state === 'halted'
    ? `Now: Halted. Every decision is your usual choice until somebody has looked; then: ${name}.`
    : `Now: ${name}. ${meaning}`;
}
