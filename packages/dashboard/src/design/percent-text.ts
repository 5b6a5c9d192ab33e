/**
 * A share as a percentage that is not rounded away: 0.015 is "1.5%".
 */
export function percentText(share: number, locale?: string): string {
  const options: Intl.NumberFormatOptions = { style: 'percent', maximumFractionDigits: 2 };
  return new Intl.NumberFormat(locale, options).format(share);
}
