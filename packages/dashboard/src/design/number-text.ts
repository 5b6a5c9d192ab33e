/**
 * Numbers as people write them: sensible digits, the unit beside them, the reader's own marks.
 *
 * The locale is the browser's unless a test names one.
 */

/** Digits after the point that a number of this size deserves: about three that matter. */
export function digitsFor(size: number): number {
  const magnitude = Math.abs(size);
  if (magnitude === 0 || magnitude >= 100) return 0;
  if (magnitude >= 10) return 1;
  if (magnitude >= 0.1) return 2;
  return Math.min(6, 1 - Math.floor(Math.log10(magnitude)));
}

/** "3.2", "1,204", "0.035"; never "-0". */
export function numberText(value: number, locale?: string): string {
  const digits = digitsFor(value);
  const rounded = Number(value.toFixed(digits));
  return format(rounded === 0 ? 0 : rounded, { maximumFractionDigits: digits }, locale);
}

/** "3.2 t/ha"; the space does not break. */
export function amountText(value: number, unit: string, locale?: string): string {
  const text = numberText(value, locale);
  return unit === '' ? text : `${text}\u00a0${unit}`;
}

/** "+3.2 t/ha" or "−0.4 t/ha", for differences. */
export function changeText(value: number, unit: string, locale?: string): string {
  const text = amountText(Math.abs(value), unit, locale);
  if (numberText(value, 'en') === '0') return text;
  return `${value > 0 ? '+' : '−'}${text}`;
}

/** "7.5 to 8.5 t/ha". */
export function rangeText(
  range: { readonly low: number; readonly high: number },
  unit: string,
): string {
  return `${numberText(range.low)} to ${amountText(range.high, unit)}`;
}

/** "62%"; a share that is not 0 or 1 is not rounded to either. */
export function shareText(share: number, locale?: string): string {
  const percent = (value: number) => format(value, { style: 'percent' }, locale);
  if (share > 0 && share < 0.005) return `under ${percent(0.01)}`;
  if (share < 1 && share > 0.995) return `over ${percent(0.99)}`;
  return percent(share);
}

/** "1 decision", "1,204 decisions". */
export function countText(count: number, noun: string, locale?: string): string {
  return `${format(count, {}, locale)} ${count === 1 ? noun : `${noun}s`}`;
}

/** A probability as odds: 0.01 is "1 in 100", 0 is "never". */
export function oddsText(probability: number, locale?: string): string {
  if (probability <= 0) return 'never';
  if (probability >= 1) return 'always';
  return `1 in ${format(Math.floor(1 / probability + 1e-9), {}, locale)}`;
}

function format(value: number, options: Intl.NumberFormatOptions, locale?: string): string {
  return new Intl.NumberFormat(locale, options).format(value);
}
