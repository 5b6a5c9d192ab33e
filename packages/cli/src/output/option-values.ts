/**
 * Readers of option values: they refuse with one sentence that says the rule.
 */
import os from 'node:os';
import { InvalidArgumentError, Option } from 'commander';

/** Reads a whole number between two limits, both included. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Reads any finite number. */
export function finiteNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('It must be a number.');
}

/** Reads a share, greater than 0 and less than 1. */
export function share(text: string): number {
  const value = finiteNumber(text);
  if (value > 0 && value < 1) return value;
  throw new InvalidArgumentError('It must be greater than 0 and less than 1.');
}

/** Reads values separated by commas, each by the same reader. */
export function listOf<Value>(read: (text: string) => Value): (text: string) => Value[] {
  return (text) => text.split(',').map((part) => read(part.trim()));
}

/** Reads a range such as 0:1, the lower end first. */
export function rangeOfNumbers(text: string): { readonly min: number; readonly max: number } {
  const [min, max, ...rest] = text.split(':').map(finiteNumber);
  if (rest.length === 0 && min !== undefined && max !== undefined && min < max) return { min, max };
  throw new InvalidArgumentError('It must be two numbers, the lower first, such as 0:1.');
}

/** Returns the option of how many threads work. */
export function workersOption(): Option {
  const option = new Option('--workers <count>', 'number of threads; all cores if left out');
  return option.argParser(wholeNumber(1, WORKERS_MAX)).default(os.availableParallelism(), 'all');
}

const WORKERS_MAX = 1024;

/** Reads one of some words. */
export function oneOf(...choices: readonly string[]): (text: string) => string {
  return (text) => {
    if (choices.includes(text)) return text;
    throw new InvalidArgumentError(`It must be one of: ${choices.join(', ')}.`);
  };
}

/** Returns the option of how an answer is written; the text says what json holds if that is not plain. */
export function formatOption(text = 'text or json'): Option {
  const option = new Option('--format <format>', text);
  return option.argParser(oneOf('text', 'json')).default('text');
}
