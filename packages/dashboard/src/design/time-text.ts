/**
 * Moments as people say them, in the reader's language and time zone.
 */

const STEPS: readonly { readonly unit: Intl.RelativeTimeFormatUnit; readonly seconds: number }[] = [
  { unit: 'year', seconds: 31_557_600 },
  { unit: 'month', seconds: 2_629_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
];

/** "15 Nov 2026, 08:07"; text that is no moment comes back as it is. */
export function momentText(moment: string, locale?: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return moment;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

/** "3 minutes ago", "yesterday"; under a minute "just now". */
export function agoText(moment: string, now: number, locale?: string): string {
  const seconds = (new Date(moment).getTime() - now) / 1000;
  if (Number.isNaN(seconds)) return moment;
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  if (step === undefined) return 'just now';
  const amount = Math.trunc(seconds / step.seconds);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(amount, step.unit);
}

/** Milliseconds since 1970, from the clock that never runs backwards while the page is open. */
export function currentTime(): number {
  return performance.timeOrigin + performance.now();
}
