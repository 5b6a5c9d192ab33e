/**
 * What the name of a column says: the variable, its unit, and which track of it the column is.
 *
 *     temperature (°C)        a value          temperature_member01    a member of an ensemble
 *     temperature_q0.1        a quantile       temperature_p10         the same
 *     TimeGPT-lo-80, -hi-80   p10 and p90      TimeGPT-q-10            p10
 *     yhat_lower, yhat_upper  bounds of a share that the caller must know
 *     temperature_sd          a deviation      pv_estimate10, 90       p10 and p90, beside pv_estimate
 */
export type TrackRole =
  | { readonly kind: 'value' | 'lower' | 'upper' | 'sd' }
  | { readonly kind: 'member'; readonly member: string }
  | { readonly kind: 'quantile'; readonly level: number };

export interface ColumnRole {
  readonly column: number;
  readonly variable: string;
  readonly unit: string | null;
  readonly role: TrackRole;
}

interface Pattern {
  readonly form: RegExp;
  role(part: string, full: RegExpExecArray): TrackRole;
}

/** A name without a variable before it (`q0.1`, `p10`) speaks of this one. */
const UNNAMED = 'value';

const quantile = (level: number): TrackRole => ({ kind: 'quantile', level });
const PATTERNS: readonly Pattern[] = [
  {
    form: /^(?:(.*)[_-])?member[_-]?(\d+)$/i,
    role: (part) => ({ kind: 'member', member: `member${part}` }),
  },
  { form: /^(?:(.*)[_-])?q(\d*\.\d+)$/i, role: (part) => quantile(Number(part)) },
  { form: /^(?:(.*)-)?q-(\d+(?:\.\d+)?)$/i, role: (part) => quantile(Number(part) / 100) },
  { form: /^(?:(.*)[_-])?p(\d+(?:\.\d+)?)$/i, role: (part) => quantile(Number(part) / 100) },
  { form: /^(?:(.*)-)?lo-(\d+(?:\.\d+)?)$/i, role: (part) => quantile((100 - Number(part)) / 200) },
  { form: /^(?:(.*)-)?hi-(\d+(?:\.\d+)?)$/i, role: (part) => quantile((100 + Number(part)) / 200) },
  { form: /^(?:(.*)[_-])?(median)$/i, role: () => quantile(0.5) },
  { form: /^(?:(.*)[_-])(lower)$/i, role: () => ({ kind: 'lower' }) },
  { form: /^(?:(.*)[_-])(upper)$/i, role: () => ({ kind: 'upper' }) },
  { form: /^(?:(.*)[_-])(sd|std|stddev)$/i, role: () => ({ kind: 'sd' }) },
];

/** Returns what each column says; `columns` are the ones that hold numbers. */
export function columnRoles(header: readonly string[], columns: readonly number[]): ColumnRole[] {
  const names = new Set(columns.map((column) => splitUnit(header[column]!).name));
  return columns.map((column) => {
    const { name, unit } = splitUnit(header[column]!);
    return { column, unit, ...roleOf(name, names) };
  });
}

/** Returns `temperature` and `°C` of `temperature (°C)` or `temperature [°C]`. */
export function splitUnit(heading: string): { name: string; unit: string | null } {
  const text = heading.trim();
  const start = Math.max(text.lastIndexOf('('), text.lastIndexOf('['));
  if (start < 1 || !/[\])]$/.test(text)) return { name: text, unit: null };
  return { name: text.slice(0, start).trim(), unit: text.slice(start + 1, -1).trim() || null };
}

function roleOf(name: string, names: ReadonlySet<string>): { variable: string; role: TrackRole } {
  const tens = /^(.*[^\d._-])(10|90)$/.exec(name);
  if (tens !== null && ['', '10', '90'].every((ending) => names.has(`${tens[1]}${ending}`))) {
    return { variable: tens[1]!, role: quantile(Number(tens[2]) / 100) };
  }
  for (const { form, role } of PATTERNS) {
    const parts = form.exec(name);
    if (parts !== null) return { variable: parts[1] || UNNAMED, role: role(parts[2]!, parts) };
  }
  return { variable: name, role: { kind: 'value' } };
}
