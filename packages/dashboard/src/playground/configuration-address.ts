/**
 * A configuration as the query of an address, and back.
 *
 * Printing is canonical: all settings in a fixed order, so that equal configurations have equal
 * addresses. Reading is strict and never fails: what is missing has its default; what is wrong, unknown or
 * said twice is left out, and a sentence says so.
 */
import {
  type Configuration,
  DEFAULT_CONFIGURATION,
  isInRange,
  NUMBER_NAMES,
  type NumberName,
  rangeText,
  STRATEGY_NAMES,
  type StrategyName,
  WORLD_NAMES,
  type WorldName,
} from './configuration.ts';

export interface ReadConfiguration {
  readonly configuration: Configuration;
  /** One sentence for each setting that was not taken. */
  readonly problems: readonly string[];
}

const SETTING_NAMES: readonly (keyof Configuration)[] = ['world', 'strategies', ...NUMBER_NAMES];

/** No sensible number needs more; exponents, signs and spaces are refused with everything else. */
const PLAIN_NUMBER = /^\d{1,10}(\.\d{1,10})?$/;

/** How much of a wrong value is repeated to the reader. */
const SHOWN_LENGTH_MAX = 40;

/** Returns the query without its question mark. */
export function printConfiguration(configuration: Configuration): string {
  const pairs = SETTING_NAMES.map((name) => {
    const value = configuration[name];
    return `${name}=${typeof value === 'object' ? value.join(',') : value}`;
  });
  return pairs.join('&');
}

/** Returns the configuration that a query asks for. */
export function readConfiguration(query: string): ReadConfiguration {
  const problems: string[] = [];
  const told = new URLSearchParams(query);
  for (const name of new Set(told.keys())) {
    if (!SETTING_NAMES.some((known) => known === name)) {
      problems.push(`There is no setting ${quoted(name)}; it was left out.`);
    }
  }
  const reader = new SettingReader(told, problems);
  const numbers = Object.fromEntries(NUMBER_NAMES.map((name) => [name, reader.number(name)]));
  const configuration = {
    world: reader.world(),
    strategies: reader.strategies(),
    ...(numbers as Record<NumberName, number>),
  };
  return { configuration, problems };
}

class SettingReader {
  readonly #told: URLSearchParams;
  readonly #problems: string[];

  constructor(told: URLSearchParams, problems: string[]) {
    this.#told = told;
    this.#problems = problems;
  }

  number(name: NumberName): number {
    return this.#read(name, rangeText(name), (text) => {
      const value = PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN;
      return isInRange(name, value) ? value : null;
    });
  }

  world(): WorldName {
    return this.#read('world', `one of ${WORLD_NAMES.join(', ')}`, (text) => {
      return WORLD_NAMES.find((name) => name === text) ?? null;
    });
  }

  strategies(): readonly StrategyName[] {
    const rule = `some of ${STRATEGY_NAMES.join(', ')}, each once, with commas between`;
    return this.#read('strategies', rule, (text) => {
      const names = text.split(',');
      const known = STRATEGY_NAMES.filter((name) => names.includes(name));
      return known.length === names.length ? known : null;
    });
  }

  /** Returns what was told of a setting if it keeps the rule, else the default. */
  #read<Name extends keyof Configuration>(
    name: Name,
    rule: string,
    parse: (text: string) => Configuration[Name] | null,
  ): Configuration[Name] {
    const values = this.#told.getAll(name);
    const fallback = DEFAULT_CONFIGURATION[name];
    if (values.length === 0) return fallback;
    const value = values.length === 1 ? parse(values[0]!) : null;
    if (value !== null) return value;
    const received = values.length === 1 ? quoted(values[0]!) : 'given more than once';
    this.#problems.push(
      `“${name}” must be ${rule}, but it is ${received}. The usual ${String(fallback)} is used.`,
    );
    return fallback;
  }
}

function quoted(text: string): string {
  const isLong = text.length > SHOWN_LENGTH_MAX;
  return `“${isLong ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text}”`;
}
