import { HedgerowError } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { HTTP_DEFAULTS } from '../api/http-options.ts';
import { DEFAULT_LIMITS } from '../decisions/writer/options.ts';
import { readSettings, unknownVariables } from './settings.ts';
import { flagOf, SETTINGS, variableOf } from './settings-table.ts';

const file = (content: unknown) => ({ name: 'service.json', text: JSON.stringify(content) });
const refusal = (sources: Parameters<typeof readSettings>[0]): string => {
  try {
    readSettings(sources);
  } catch (error) {
    expect(error).toBeInstanceOf(HedgerowError);
    return (error as Error).message;
  }
  return 'not refused';
};

describe('readSettings', () => {
  it('takes the flag before the environment, that before the file, that before the default', () => {
    const sources = {
      flags: { port: '1' },
      environment: { HEDGEROW_PORT: '2', HEDGEROW_LOG_LEVEL: 'warn' },
      file: file({ port: 3, logLevel: 'debug', rateLimit: 7 }),
    };
    expect(readSettings(sources)).toMatchObject({ port: 1, logLevel: 'warn', rateLimit: 7 });
    expect(readSettings({ ...sources, flags: {} }).port).toBe(2);
    expect(readSettings({ file: sources.file }).port).toBe(3);
    expect(readSettings({})).toMatchObject({ port: 8080, host: '127.0.0.1', database: '' });
  });

  it('reads every kind of value from text', () => {
    const settings = readSettings({
      flags: { dashboard: false },
      environment: { HEDGEROW_TRUST_PROXY: 'true', HEDGEROW_ALLOWED_HOSTS: 'a.example, b.example' },
    });
    expect(settings).toMatchObject({
      dashboard: false,
      trustProxy: true,
      allowedHosts: ['a.example', 'b.example'],
    });
  });

  it('says rule and value of what it refuses', () => {
    expect(refusal({ flags: { port: '70000' } })).toBe(
      '--port must be a whole number from 0 to 65535, but it is "70000". [HR_INPUT_RANGE]',
    );
    expect(refusal({ environment: { HEDGEROW_PORT: 'tcp://10.0.0.1:8080' } })).toContain(
      'HEDGEROW_PORT must be a whole number',
    );
    expect(refusal({ flags: { port: '1e3' } })).toContain('"1e3"');
    expect(refusal({ flags: { port: '-1' } })).toContain('"-1"');
    expect(refusal({ environment: { HEDGEROW_DASHBOARD: 'yes' } })).toContain('true or false');
    expect(refusal({ flags: { logLevel: 'loud' } })).toContain('one of debug, info');
    expect(refusal({ flags: { host: '' } })).toContain('not empty');
  });

  it('takes nothing of the wrong kind from a file, and no name it does not know', () => {
    expect(refusal({ file: file({ port: '8080' }) })).toContain('port in service.json must be');
    expect(refusal({ file: file({ dashboard: 'false' }) })).toContain('true or false');
    expect(refusal({ file: file({ allowedHosts: 'a' }) })).toContain('a list of names');
    expect(refusal({ file: file({ prot: 1 }) })).toContain('"prot"');
    expect(refusal({ file: file([]) })).toContain('one JSON object');
    expect(refusal({ file: { name: 'x.json', text: '{port: 1}' } })).toContain('x.json must hold');
  });

  it('lets the nearer source choose between folder and database, and refuses both in one', () => {
    const environment = { HEDGEROW_DATABASE: 'postgres://user:secret@host/name' };
    expect(readSettings({ environment }).database).toBe(environment.HEDGEROW_DATABASE);
    expect(readSettings({ flags: { data: 'here' }, environment })).toMatchObject({
      data: 'here',
      database: '',
    });
    const both = refusal({ flags: { data: 'here', database: environment.HEDGEROW_DATABASE } });
    expect(both).toContain('--data and --database');
  });

  it('takes an address with several hosts, each of which must be one', () => {
    const database = 'postgres://user:secret@first:5432,second:5433/name';
    expect(readSettings({ flags: { database } }).database).toBe(database);
    const message = refusal({
      flags: { database: 'postgres://user:hunter2@first:5432,second:x/name' },
    });
    expect(message).toContain('postgres://user:password@host:5432/name');
    expect(message).not.toContain('hunter2');
  });

  it('never repeats the address of a database, which may hold a password', () => {
    const message = refusal({ flags: { database: 'mysql://user:hunter2@host/name' } });
    expect(message).toContain('postgres://user:password@host:5432/name');
    expect(message).not.toContain('hunter2');
  });
});

describe('unknownVariables', () => {
  it('names what looks like ours and is not', () => {
    const environment = { HEDGEROW_PROT: '1', HEDGEROW_PORT: '1', HEDGEROW_CONFIG: 'x', PATH: '' };
    expect(unknownVariables(environment)).toEqual(['HEDGEROW_PROT']);
  });
});

describe('SETTINGS', () => {
  it('has defaults that its own rules accept', () => {
    const content = Object.fromEntries(
      SETTINGS.filter(({ standard }) => standard !== '').map(({ name, standard }) => [
        name,
        standard,
      ]),
    );
    expect(readSettings({ file: file(content) })).toEqual(readSettings({}));
  });

  it('has the defaults of the parts it is handed to', () => {
    const { rateLimit, rateBurst, connectionLimit, queueLimit, snapshotEvery } = readSettings({});
    expect({ rateLimit, rateBurst, connectionLimit }).toEqual({
      rateLimit: HTTP_DEFAULTS.rateLimit,
      rateBurst: HTTP_DEFAULTS.rateBurst,
      connectionLimit: HTTP_DEFAULTS.connectionLimit,
    });
    expect([queueLimit, snapshotEvery]).toEqual([
      DEFAULT_LIMITS.waitingMax,
      DEFAULT_LIMITS.snapshotEntries,
    ]);
  });

  it('derives flag and variable from the name', () => {
    const byName = (name: string) => SETTINGS.find((setting) => setting.name === name)!;
    expect(flagOf(byName('logLevel'))).toBe('--log-level <level>');
    expect(flagOf(byName('dashboard'))).toBe('--no-dashboard');
    expect(flagOf(byName('trustProxy'))).toBe('--trust-proxy');
    expect(variableOf('shutdownSeconds')).toBe('HEDGEROW_SHUTDOWN_SECONDS');
  });
});
