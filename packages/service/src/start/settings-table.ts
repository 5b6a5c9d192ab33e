/**
 * Every setting of the service, in one table: flags, environment, configuration file and
 * docs/reference/configuration.md all come from here.
 *
 * A setting's name is its key in the configuration file; flag and environment variable follow from it:
 * `logLevel`, `--log-level`, `HEDGEROW_LOG_LEVEL`.
 */
import { LOG_LEVELS, type LogLevel } from '../instruments/log-level.ts';
import { LEASE_SECONDS_MAX } from '../placement/membership.ts';

export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly data: string;
  /** Empty if SQLite is used. */
  readonly database: string;
  /** Empty if host and port say it. */
  readonly memberAddress: string;
  readonly leaseSeconds: number;
  readonly dashboard: boolean;
  readonly ofrep: boolean;
  readonly personalizer: boolean;
  readonly mcp: boolean;
  /** Empty if nobody is told. */
  readonly otlpEndpoint: string;
  /** Empty if there are none. */
  readonly reports: string;
  readonly allowedHosts: readonly string[];
  readonly trustProxy: boolean;
  readonly logLevel: LogLevel;
  readonly metrics: boolean;
  readonly rateLimit: number;
  readonly rateBurst: number;
  readonly connectionLimit: number;
  readonly connectionsPerAddress: number;
  readonly eventStreamLimit: number;
  readonly eventStreamsPerCaller: number;
  readonly queueLimit: number;
  readonly policiesAwake: number;
  readonly policiesPerKey: number;
  readonly snapshotEvery: number;
  /** `auto`: by the cores of the machine. */
  readonly deciderThreads: number | 'auto';
  /** Megabytes; `auto`: by the memory of the machine. */
  readonly deciderMemory: number | 'auto';
  readonly rawEntries: number;
  readonly rawDays: number;
  readonly eraseAfterDays: number;
  readonly shutdownSeconds: number;
}

export type SettingName = keyof Settings;

/** What values a setting takes; texts from flags and the environment are read by it too. */
export type SettingKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'list' }
  | { readonly kind: 'switch' }
  | {
      readonly kind: 'whole';
      readonly least: number;
      readonly most: number;
      /** Whether `auto` is a value, too: then the machine decides. */
      readonly isAutoAllowed?: true;
    }
  | { readonly kind: 'choice'; readonly choices: readonly string[] };

export interface Setting {
  readonly name: SettingName;
  readonly values: SettingKind;
  readonly standard: Settings[SettingName];
  /** A placeholder for help texts: `<port>`. */
  readonly placeholder: string;
  readonly meaning: string;
}

const MOST = Number.MAX_SAFE_INTEGER;

export const SETTINGS: readonly Setting[] = [
  {
    name: 'host',
    values: { kind: 'text' },
    standard: '127.0.0.1',
    placeholder: '<address>',
    meaning: 'Address to listen on. Beyond loopback at least one API key must exist.',
  },
  {
    name: 'port',
    values: { kind: 'whole', least: 0, most: 65_535 },
    standard: 8080,
    placeholder: '<number>',
    meaning: 'Port to listen on; 0 takes any free one.',
  },
  {
    name: 'data',
    values: { kind: 'text' },
    standard: 'hedgerow-data',
    placeholder: '<folder>',
    meaning: 'Folder of the SQLite journal; made if it is missing. Not together with database.',
  },
  {
    name: 'database',
    values: { kind: 'text' },
    standard: '',
    placeholder: '<url>',
    meaning:
      'PostgreSQL 15 or newer, as postgres://user:password@host/name; several replicas may share it. Give it by the environment or a file: flags are seen by other users of the machine.',
  },
  {
    name: 'memberAddress',
    values: { kind: 'text' },
    standard: '',
    placeholder: '<url>',
    meaning:
      'Where other replicas on the same database reach this one, as http://10.0.0.2:8080: they send it the requests about policies that it writes. Empty: host and port. Must be given if the host is 0.0.0.0 or ::, which lead nowhere.',
  },
  {
    name: 'leaseSeconds',
    values: { kind: 'whole', least: 1, most: LEASE_SECONDS_MAX },
    standard: 3,
    placeholder: '<number>',
    meaning:
      'On PostgreSQL, how long a replica may be silent before others take over its policies. All replicas should have the same.',
  },
  {
    name: 'dashboard',
    values: { kind: 'switch' },
    standard: true,
    placeholder: '',
    meaning: 'Serve the page at /.',
  },
  {
    name: 'ofrep',
    values: { kind: 'switch' },
    standard: true,
    placeholder: '',
    meaning: 'Answer OpenFeature clients at /ofrep: a policy is a flag.',
  },
  {
    name: 'personalizer',
    values: { kind: 'switch' },
    standard: true,
    placeholder: '',
    meaning:
      'Answer clients of Azure Personalizer at /personalizer: a policy is a loop, and a key that is kept to one policy is its subscription key.',
  },
  {
    name: 'mcp',
    values: { kind: 'switch' },
    standard: true,
    placeholder: '',
    meaning: 'Offer tools to agents at /mcp (Model Context Protocol).',
  },
  {
    name: 'otlpEndpoint',
    values: { kind: 'text' },
    standard: '',
    placeholder: '<url>',
    meaning:
      'An OpenTelemetry collector (OTLP over HTTP), as http://127.0.0.1:4318, that is told of every evaluation of a flag. Empty: none.',
  },
  {
    name: 'reports',
    values: { kind: 'text' },
    standard: '',
    placeholder: '<folder>',
    meaning:
      'Reports for the page: a folder made by hedgerow reproduce or run, or a folder of such folders. Read once, at the start.',
  },
  {
    name: 'allowedHosts',
    values: { kind: 'list' },
    standard: [],
    placeholder: '<names>',
    meaning:
      'Names, separated by commas, that requests may address the service by (Host header); loopback names are always allowed. Empty: any name once keys are in use, loopback names alone before.',
  },
  {
    name: 'trustProxy',
    values: { kind: 'switch' },
    standard: false,
    placeholder: '',
    meaning: 'Take the address of a caller from X-Forwarded-For. Only behind a proxy that sets it.',
  },
  {
    name: 'logLevel',
    values: { kind: 'choice', choices: LOG_LEVELS },
    standard: 'info',
    placeholder: '<level>',
    meaning:
      'Least level of the lines on standard error. No level shows keys, contexts or rewards.',
  },
  {
    name: 'metrics',
    values: { kind: 'switch' },
    standard: true,
    placeholder: '',
    meaning: 'Serve Prometheus metrics at /metrics.',
  },
  {
    name: 'rateLimit',
    values: { kind: 'whole', least: 0, most: MOST },
    standard: 200,
    placeholder: '<number>',
    meaning:
      'Requests a second for each API key and kind of work (decisions, outcomes, reads), on average; 0 for no limit.',
  },
  {
    name: 'rateBurst',
    values: { kind: 'whole', least: 1, most: MOST },
    standard: 400,
    placeholder: '<number>',
    meaning: 'Requests that a key may send at once before the rate counts.',
  },
  {
    name: 'connectionLimit',
    values: { kind: 'whole', least: 1, most: 65_535 },
    standard: 1000,
    placeholder: '<number>',
    meaning:
      'Connections open at the same time. One more cuts the oldest on which nothing is under way; if there is none, it is refused with 503, all but the probes.',
  },
  {
    name: 'connectionsPerAddress',
    values: { kind: 'whole', least: 0, most: 65_535 },
    standard: 256,
    placeholder: '<number>',
    meaning:
      'The same from one address, or of IPv6 from one network of 64 bits; 0 for no limit. Behind a proxy (trustProxy) they are not counted.',
  },
  {
    name: 'eventStreamLimit',
    values: { kind: 'whole', least: 0, most: 65_535 },
    standard: 100,
    placeholder: '<number>',
    meaning:
      'Watchers of policies (server-sent events) at the same time; more are refused with 503.',
  },
  {
    name: 'eventStreamsPerCaller',
    values: { kind: 'whole', least: 0, most: 65_535 },
    standard: 32,
    placeholder: '<number>',
    meaning:
      'The same for one key, and for one address (with trustProxy, the one that the proxy saw); more are refused with 429.',
  },
  {
    name: 'queueLimit',
    values: { kind: 'whole', least: 1, most: 1_000_000 },
    standard: 2000,
    placeholder: '<number>',
    meaning:
      'Requests that may wait for one policy; more are refused with 503 at once, a batch of decisions as a whole.',
  },
  {
    name: 'policiesAwake',
    values: { kind: 'whole', least: 1, most: 1_000_000 },
    standard: 1000,
    placeholder: '<number>',
    meaning:
      'Policies that are kept in memory; beyond that, those that were asked least recently sleep, and are woken in milliseconds.',
  },
  {
    name: 'policiesPerKey',
    values: { kind: 'whole', least: 0, most: MOST },
    standard: 10_000,
    placeholder: '<number>',
    meaning:
      'Policies that one API key may create, archived ones included; more are refused with 403. 0 for no limit.',
  },
  {
    name: 'snapshotEvery',
    values: { kind: 'whole', least: 1, most: MOST },
    standard: 5000,
    placeholder: '<number>',
    meaning:
      'Journal entries of a policy between two snapshots, up to four times as many for large states; fewer make a quicker start.',
  },
  {
    name: 'deciderThreads',
    values: { kind: 'whole', least: 0, most: 64, isAutoAllowed: true },
    standard: 'auto',
    placeholder: '<number>',
    meaning:
      'Threads that the policies are shared out over, each with a core of its own; 0 decides in the thread that answers HTTP. Auto: one less than the machine has cores, at least 1 and at most 8. With a database it is always 0: several replicas share that instead.',
  },
  {
    name: 'deciderMemory',
    values: { kind: 'whole', least: 64, most: 1_048_576, isAutoAllowed: true },
    standard: 'auto',
    placeholder: '<megabytes>',
    meaning:
      'Memory of each of these threads, in megabytes; one that needs more is ended and started again. Auto: three quarters of what the machine or container has beyond 384 MB, shared out, at least 96 and at most 8192.',
  },
  {
    name: 'rawEntries',
    values: { kind: 'whole', least: 0, most: MOST },
    standard: 100_000,
    placeholder: '<number>',
    meaning:
      'Newest journal entries of a policy that stay in the table; older ones move to compressed segments. 0: their number moves none.',
  },
  {
    name: 'rawDays',
    values: { kind: 'whole', least: 0, most: 100_000 },
    standard: 90,
    placeholder: '<days>',
    meaning:
      'Age from which journal entries move to compressed segments, whatever their number. 0: their age moves none.',
  },
  {
    name: 'eraseAfterDays',
    values: { kind: 'whole', least: 0, most: 100_000 },
    standard: 30,
    placeholder: '<days>',
    meaning: 'How long a policy must have been archived before it may be erased.',
  },
  {
    name: 'shutdownSeconds',
    values: { kind: 'whole', least: 1, most: 600 },
    standard: 10,
    placeholder: '<number>',
    meaning: 'How long a shutdown may take to finish requests and write snapshots.',
  },
];

/** `logLevel` → `--log-level`; a switch that is on by default is turned off by `--no-…`. */
export function flagOf({ name, values, standard, placeholder }: Setting): string {
  const words = dashed(name);
  if (values.kind === 'switch') return standard === true ? `--no-${words}` : `--${words}`;
  return `--${words} ${placeholder}`;
}

/** `logLevel` → `HEDGEROW_LOG_LEVEL`. */
export function variableOf(name: SettingName): string {
  return `HEDGEROW_${dashed(name).replaceAll('-', '_').toUpperCase()}`;
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
