/**
 * Reads a forecast of one number as people write it on a command line.
 *
 *     22.5                        known exactly
 *     22.5,0.8                    mean and standard deviation
 *     p10:21.4,p50:22.5,p90:23.6  quantiles
 */
import { type ContextDistribution, exact, HedgerowError, normal, quantiles } from '@hedgerow/core';

/** Returns the forecast, or refuses the text and shows what can be written. */
export function parseForecast(name: string, text: string): ContextDistribution {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.every((part) => part.includes(':'))) return quantiles(readQuantiles(name, parts));
  const numbers = parts.map((part) => readNumber(name, text, part));
  if (numbers.length === 1) return exact(numbers[0]!);
  if (numbers.length === 2) return normal(numbers[0]!, numbers[1]!);
  throw unreadable(name, text);
}

function readQuantiles(name: string, parts: readonly string[]): Record<`p${number}`, number> {
  const entries = parts.map((part) => {
    const [level, value] = part.split(':').map((word) => word.trim());
    if (!/^p\d+(\.\d+)?$/.test(level!)) throw unreadable(name, parts.join(','));
    return [level, readNumber(name, part, value!)];
  });
  return Object.fromEntries(entries) as Record<`p${number}`, number>;
}

function readNumber(name: string, text: string, word: string): number {
  const value = Number(word);
  if (word !== '' && Number.isFinite(value)) return value;
  throw unreadable(name, text);
}

function unreadable(name: string, text: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${name} must be a number, a mean and a standard deviation, or quantiles`,
    received: JSON.stringify(text),
    remedy: 'Write 22.5 or 22.5,0.8 or p10:21.4,p50:22.5,p90:23.6.',
  });
}
