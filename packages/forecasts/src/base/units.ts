/**
 * Units: which ones are known, and how one becomes another.
 *
 * A unit has a dimension and a road to the dimension's own unit: (value − zero) × factor. A dimension
 * is a level (a temperature), an amount that belongs to a stretch of time (the rain of an hour), or a
 * rate, which is an amount a day. Rate and amount know each other: a mean over a day of 100 W/m² is
 * 8.64 MJ/m²/day, and 8.64 MJ/m² is what a sum over that day gives. What is not in the list is
 * not guessed at.
 */
import { ForecastError } from '../forecast-error.ts';

type Dimension = keyof typeof DIMENSIONS;

interface DimensionTraits {
  readonly nature: 'level' | 'amount' | 'rate';
  /** Of an amount: its rate, and of a rate: its amount. */
  readonly partner?: string;
  /** The unit in which sums of a rate are told, unless another is asked for. */
  readonly sumsIn?: string;
  /** Whether it can never be below 0. */
  readonly isPositive?: true;
}

const DIMENSIONS = {
  temperature: { nature: 'level' },
  speed: { nature: 'level', isPositive: true },
  pressure: { nature: 'level', isPositive: true },
  percentage: { nature: 'level', isPositive: true },
  length: { nature: 'level' },
  depth: { nature: 'amount', partner: 'depth a day', isPositive: true },
  'depth a day': { nature: 'rate', partner: 'depth', sumsIn: 'mm', isPositive: true },
  irradiation: { nature: 'amount', partner: 'irradiance', isPositive: true },
  irradiance: { nature: 'rate', partner: 'irradiation', sumsIn: 'MJ/m²', isPositive: true },
  energy: { nature: 'amount', partner: 'power', isPositive: true },
  power: { nature: 'rate', partner: 'energy', sumsIn: 'kWh', isPositive: true },
  duration: { nature: 'amount', partner: 'share of time', isPositive: true },
  'share of time': { nature: 'rate', partner: 'duration', sumsIn: 'h', isPositive: true },
} as const satisfies Record<string, DimensionTraits>;

/** One known unit. */
export interface Unit {
  readonly name: string;
  readonly dimension: string;
  readonly nature: 'level' | 'amount' | 'rate';
  readonly isPositive: boolean;
  readonly factor: number;
  readonly zero: number;
}

/** Name, dimension, factor to the dimension's own unit, other spellings (in lower case); a zero if it is not 0. */
const LIST: readonly (readonly [string, Dimension, number, readonly string[], number?])[] = [
  ['°C', 'temperature', 1, ['c', 'degc', 'celsius', 'deg c']],
  ['°F', 'temperature', 5 / 9, ['f', 'degf', 'fahrenheit', 'deg f'], 32],
  ['K', 'temperature', 1, ['kelvin'], 273.15],
  ['m/s', 'speed', 1, []],
  ['km/h', 'speed', 1 / 3.6, ['kmh', 'kph']],
  ['mph', 'speed', 0.44704, ['mp/h', 'mi/h']],
  ['kn', 'speed', 1852 / 3600, ['knots', 'kt']],
  ['hPa', 'pressure', 1, ['mbar', 'mb']],
  ['kPa', 'pressure', 10, []],
  ['Pa', 'pressure', 0.01, []],
  ['%', 'percentage', 1, ['percent']],
  ['m', 'length', 1, ['metre', 'meter']],
  ['km', 'length', 1000, []],
  ['ft', 'length', 0.3048, ['feet']],
  ['mm', 'depth', 1, ['kg/m²', 'millimetre', 'millimeter']],
  ['cm', 'depth', 10, []],
  ['inch', 'depth', 25.4, ['in', 'inches']],
  ['mm/day', 'depth a day', 1, ['kg/m²/day']],
  ['mm/h', 'depth a day', 24, ['kg/m²/h']],
  ['kg/m²/s', 'depth a day', 86_400, ['mm/s']],
  ['cm/day', 'depth a day', 10, []],
  ['inch/day', 'depth a day', 25.4, ['in/day']],
  ['inch/h', 'depth a day', 25.4 * 24, ['in/h']],
  ['MJ/m²', 'irradiation', 1, []],
  ['J/m²', 'irradiation', 1e-6, []],
  ['kWh/m²', 'irradiation', 3.6, []],
  ['Wh/m²', 'irradiation', 0.0036, []],
  ['MJ/m²/day', 'irradiance', 1, []],
  ['W/m²', 'irradiance', 0.0864, []],
  ['kW/m²', 'irradiance', 86.4, []],
  ['J/m²/day', 'irradiance', 1e-6, []],
  ['kWh/m²/day', 'irradiance', 3.6, []],
  ['Wh/m²/day', 'irradiance', 0.0036, []],
  ['kWh', 'energy', 1, []],
  ['Wh', 'energy', 0.001, []],
  ['MWh', 'energy', 1000, []],
  ['kW', 'power', 24, []],
  ['W', 'power', 0.024, []],
  ['MW', 'power', 24_000, []],
  ['kWh/day', 'power', 1, []],
  ['Wh/day', 'power', 0.001, []],
  ['MWh/day', 'power', 1000, []],
  ['h', 'duration', 1, ['hours', 'hour']],
  ['min', 'duration', 1 / 60, ['minutes']],
  ['s', 'duration', 1 / 3600, ['seconds']],
  ['h/day', 'share of time', 1, []],
  ['min/day', 'share of time', 1 / 60, []],
  ['s/day', 'share of time', 1 / 3600, []],
];

const UNITS: ReadonlyMap<string, Unit> = new Map(
  LIST.flatMap(([name, dimension, factor, spellings, zero = 0]) => {
    const traits: DimensionTraits = DIMENSIONS[dimension];
    const { nature, isPositive = false } = traits;
    const unit: Unit = { name, dimension, nature, isPositive, factor, zero };
    return [name.toLowerCase(), ...spellings].map((spelling): [string, Unit] => [spelling, unit]);
  }),
);

/** Returns the unit that a text names, in one of the ways in which files spell it; undefined if none. */
export function findUnit(text: string): Unit | undefined {
  return UNITS.get(usualSpelling(text));
}

/** `wmoUnit:W_m-2`, `W m^-2` and `W/m2` are all `w/m²`; `kW-hr/m^2/day` is `kwh/m²/day`. */
function usualSpelling(text: string): string {
  return text
    .trim()
    .replace(/^(wmounit|unit):/i, '')
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .replace(/ ?\b(m|s|h|hr|hour|d|day)\^?-([12])/g, (_, per, power) =>
      power === '2' ? `/${per}²` : `/${per}`,
    )
    .replace(/m\^?2/g, 'm²')
    .replace(/-hr\b|-h\b/g, 'h')
    .replace(/ ?\/ ?/g, '/')
    .replace(/\/(d|dy)$/, '/day')
    .replace(/\/(hr|hour)$/, '/h')
    .replace(/^deg |^degrees? |^° /, 'deg ');
}

/** Returns a value of one unit in another of the same dimension; a rate becomes the amount of a day, and back. */
export function convert(value: number, from: Unit, to: Unit): number {
  if (from === to) return value;
  return ((value - from.zero) * from.factor) / to.factor + to.zero;
}

/** Returns the unit in which a mean of an amount is told: an amount a day. */
export function rateOf(amount: Unit): Unit {
  return findUnit(`${amount.name}/day`)!;
}

/** Returns the unit in which a sum over time of a rate is told: that of the rate if it has one, such as inch. */
export function amountOf(rate: Unit): Unit {
  const own = findUnit(rate.name.replace(/\/(day|h)$/, ''));
  const traits: DimensionTraits = DIMENSIONS[rate.dimension as Dimension];
  return own?.dimension === traits.partner ? own! : findUnit(traits.sumsIn!)!;
}

/** Returns the unit that a person asked for; refuses what is not in the list. */
export function requireUnit(text: string): Unit {
  const unit = findUnit(text);
  if (unit !== undefined) return unit;
  throw new ForecastError({
    code: 'HF_UNIT',
    rule: 'a unit must be one that is known here',
    received: JSON.stringify(text),
    remedy: `Known are ${LIST.map(([name]) => name).join(', ')}.`,
  });
}
