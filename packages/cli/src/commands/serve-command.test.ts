/**
 * The commands around the service as real processes: serve, keys, verify, renew, start, and the live demo.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PolicyView, SubjectsView } from '@hedgerow/service/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const BIN = fileURLToPath(new URL('../../bin/hedgerow.js', import.meta.url));

let folder = '';
let children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-serve-'));
});
afterEach(async () => {
  await Promise.all(children.map(stop));
  children = [];
  rmSync(folder, { recursive: true });
});

async function hedgerow(...words: string[]) {
  const child = spawn(process.execPath, [BIN, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

/** Starts a service and returns when it has printed a line that matches. */
async function launch(ready: RegExp, ...words: string[]) {
  const child = spawn(process.execPath, [BIN, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const stderr = text(child.stderr);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (ready.test(line)) break;
  }
  const address = /http:\/\/[\d.:]+\d/.exec(lines.join('\n'))?.[0] ?? '';
  return { child, lines, address, stderr };
}

const serve = (...words: string[]) =>
  launch(/listens|address/, 'serve', '--port', '0', '--data', folder, '--no-dashboard', ...words);

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  return (await ended)[0] as number | null;
}

async function post(address: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
}

const FARM = {
  actions: ['new', 'usual'],
  baseline: { action: 'usual', reward: 8 },
  context: { rain: { min: 0, max: 100 } },
  reward: { min: 4, max: 12 },
  allowedShortfall: 0.3,
};
const QUESTION = { policy: FARM, context: { rain: 50 } };

describe('hedgerow serve', () => {
  it('says where it listens, answers, and ends with 0 on SIGTERM with everything kept', async () => {
    const first = await serve();
    expect(first.lines).toEqual([`hedgerow listens on ${first.address}`]);
    expect((await post(`${first.address}/v1/policies/farm/decisions`, QUESTION)).status).toBe(200);
    expect(await stop(first.child)).toBe(0);
    expect(await first.stderr).toContain('"msg":"closed"');
    const second = await serve('--format', 'json');
    const { address, port } = JSON.parse(second.lines[0]!);
    expect(address).toBe(`http://127.0.0.1:${port}`);
    const view = await (await fetch(`${address}/v1/policies/farm`)).json();
    expect(view).toMatchObject({ id: 'farm', counts: { decisions: 1 } });
  });

  it('ends with 2 and one clear sentence when it cannot start', async () => {
    const { address } = await serve();
    const port = address.split(':').at(-1)!;
    const other = path.join(folder, 'other');
    const results = await Promise.all([
      hedgerow('serve', '--port', '0', '--data', folder, '--no-dashboard'),
      hedgerow('serve', '--port', port, '--data', other, '--no-dashboard'),
      hedgerow('serve', '--port', 'many', '--config', path.join(folder, 'missing.json')),
    ]);
    expect(results.map(({ code, stdout }) => [code, stdout])).toEqual(results.map(() => [2, '']));
    expect(results.map(({ stderr }) => stderr.trim().split('\n').at(-1))).toEqual([
      expect.stringContaining('is in use by another'),
      expect.stringContaining(`${port} of 127.0.0.1 is in use`),
      expect.stringContaining('must be a file that can be read'),
    ]);
  });
});

describe('hedgerow keys', () => {
  it('makes keys before the first start, lists and revokes them beside a running service', async () => {
    const made = await hedgerow(
      ...['keys', 'create', '--name', 'shop', '--scopes', 'decide,read', '--expires', '90d'],
      ...['--data', folder, '--policies', 'farm'],
    );
    expect(made.code).toBe(0);
    const key = made.stdout.trim();
    expect(key).toMatch(/^hk_\w+$/);
    const { address } = await serve();
    const ask = async (secret?: string) => {
      const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
      return (await fetch(`${address}/v1/policies`, { headers })).status;
    };
    expect([await ask(), await ask(key)]).toEqual([401, 200]);
    const listed = await hedgerow('keys', 'list', '--data', folder, '--format', 'json');
    const record = JSON.parse(listed.stdout);
    expect(record).toMatchObject({ name: 'shop', scopes: ['decide', 'read'], policies: ['farm'] });
    expect(listed.stdout).not.toMatch(/secret|hash/i);
    expect(Date.parse(record.expiresAt) - Date.parse(record.createdAt)).toBe(90 * 86_400_000);
    const revoked = await hedgerow('keys', 'revoke', record.id, '--data', folder);
    expect(revoked).toMatchObject({ code: 0, stdout: `${record.id}: revoked\n` });
    // The service keeps its copy of the keys for a few seconds.
    await expect.poll(() => ask(key), { timeout: 15_000, interval: 250 }).toBe(401);
  });

  it('makes none that nobody has seen: it would lock everybody out', async () => {
    const words = ['keys', 'create', '--data', folder, '--name', 'x', '--scopes', 'read'];
    const child = spawn(process.execPath, [BIN, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'hedgerow: The key cannot be shown, since nobody reads the output: none is made.\n',
    });
    const listed = await hedgerow('keys', 'list', '--data', folder, '--format', 'json');
    expect(listed).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('refuses what it does not understand with 2', async () => {
    const create = ['keys', 'create', '--data', folder, '--name', 'x', '--scopes'];
    const results = await Promise.all([
      hedgerow(...create, 'decide,fly'),
      hedgerow(...create, 'decide', '--expires', 'soon'),
      hedgerow(...create, 'decide', '--policies', '../x'),
    ]);
    expect(results.map(({ code }) => code)).toEqual([2, 2, 2]);
    expect(results[0]!.stderr).toContain('"fly"');
  });
});

describe('hedgerow verify', () => {
  it('proves a journal beside its service, and finds a changed byte', async () => {
    const { address, child } = await serve();
    for (let field = 1; field <= 3; field++) {
      const answer = await post(`${address}/v1/policies/farm/decisions`, QUESTION);
      const { id } = (await answer.json()) as { id: string };
      await post(`${address}/v1/decisions/${id}/reward`, { value: 8 });
    }
    const whole = await hedgerow('verify', '--data', folder);
    expect(whole).toMatchObject({
      code: 0,
      stdout: 'farm: all 7 entries fit, 3 decisions made again\n',
    });
    expect(await hedgerow('verify', path.join(folder, 'hedgerow.db'))).toEqual(whole);
    await stop(child);
    changeByte(path.join(folder, 'hedgerow.db'));
    const broken = await hedgerow('verify', '--data', folder);
    expect(broken.code).toBe(1);
    expect(broken.stdout).toContain('farm: entry 5 does not fit');
    const unknown = await hedgerow('verify', '--data', folder, '--policy', 'shop');
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('it has farm') });
  });
});

/** The reward in the fifth entry was 8, and now it is 9. */
function changeByte(file: string): void {
  const database = new DatabaseSync(file);
  const { changes } = database
    .prepare(`update entry set body = replace(body, '"value":8', '"value":9') where position = 5`)
    .run();
  database.close();
  expect(changes).toBe(1);
}

describe('hedgerow renew', () => {
  it('starts a generation of every policy with the reason given, and not beside a service', async () => {
    const renew = () => hedgerow('renew', '--data', folder, '--reason', 'restored from Monday');
    const { address, child } = await serve();
    await post(`${address}/v1/policies/farm/decisions`, QUESTION);
    const busy = await renew();
    expect(busy).toMatchObject({ code: 2, stderr: expect.stringContaining('is in use') });
    await stop(child);
    expect(await renew()).toMatchObject({ code: 0, stdout: 'farm: generation 2 has begun\n' });
    const again = await serve();
    const answer = await post(`${again.address}/v1/policies/farm/decisions`, QUESTION);
    expect(await answer.json()).toMatchObject({ id: 'farm.2.1' });
  });

  it.each([
    ['renew', '--reason', 'restored'],
    ['keys', 'list'],
    ['keys', 'revoke', 'abc'],
  ])('refuses a folder without a journal, as %s %s does, and makes none', async (...words) => {
    const elsewhere = path.join(folder, 'elsewhere');
    const refused = await hedgerow(...words, '--data', elsewhere);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('but there is none. Name the folder of the service');
    expect(existsSync(elsewhere)).toBe(false);
  });
});

/** What the service knows of a policy; null if there is none of that name. */
async function viewOf(address: string, policy: string) {
  const response = await fetch(`${address}/v1/policies/${policy}`);
  return response.ok ? ((await response.json()) as PolicyView) : null;
}

describe('hedgerow start', () => {
  const start = (...words: string[]) => [
    ...['start', '--port', '0', '--data', folder, '--no-dashboard', ...words],
  ];

  it('tells five seasons of a made-up co-operative, which once erased does not come back', async () => {
    const reports = path.join(folder, 'reports');
    mkdirSync(reports);
    writeFileSync(path.join(reports, 'report.md'), '# Made here');
    const { address, lines, child } = await launch(/^Stop:/, ...start('--reports', reports));
    const listed = await (await fetch(`${address}/v1/reports`)).json();
    expect(listed).toMatchObject([{ id: 'reports', title: 'Made here' }]);
    expect(lines[0]).toBe(`hedgerow listens on ${address}`);
    expect(lines.join('\n')).toContain('a made-up co-operative: 3 farms, 30 fields, 5 seasons');
    expect(lines.join('\n')).toMatch(/The HTTP API: +http:.*\/docs\n/);
    expect(await viewOf(address, 'demonstration')).toMatchObject({
      isDemonstration: true,
      generation: 1,
      counts: { decisions: 150, rewards: 150, pending: 0 },
    });
    const { subjects } = (await (
      await fetch(`${address}/v1/policies/demonstration/subjects`)
    ).json()) as SubjectsView;
    expect(subjects).toHaveLength(30);
    expect(new Set(subjects.map(({ site }) => site)).size).toBe(3);
    const policies = (await (await fetch(`${address}/v1/policies`)).json()) as PolicyView[];
    expect(policies.map(({ id }) => id)).toEqual(['demonstration']);
    const erase = `${address}/v1/policies/demonstration?erase=true`;
    expect((await fetch(erase, { method: 'DELETE' })).status).toBe(200);
    await stop(child);
    const again = await launch(/^Stop:/, ...start());
    expect(again.lines.join('\n')).not.toContain('made-up');
    expect(await viewOf(again.address, 'demonstration')).toBeNull();
  });

  it('goes on where it was interrupted, and leaves alone what is complete', async () => {
    const first = await launch(/listens/, ...start());
    while (((await viewOf(first.address, 'demonstration'))?.counts.decisions ?? 0) < 30) {
      await pause(20);
    }
    await stop(first.child);
    const second = await launch(/^Stop:/, ...start());
    const complete = await viewOf(second.address, 'demonstration');
    expect(complete).toMatchObject({ counts: { decisions: 150, rewards: 150 } });
    await stop(second.child);
    const third = await launch(/^Stop:/, ...start());
    expect(third.lines.join('\n')).toContain('a made-up co-operative');
    expect((await viewOf(third.address, 'demonstration'))!.version).toBe(complete!.version);
  });

  it('puts nothing made up beside a policy of somebody, nor where --empty is said', async () => {
    const own = await serve();
    await post(`${own.address}/v1/policies/farm/decisions`, QUESTION);
    await stop(own.child);
    const beside = await launch(/^Stop:/, ...start());
    expect(await viewOf(beside.address, 'demonstration')).toBeNull();
    expect(await viewOf(beside.address, 'farm')).toMatchObject({ counts: { decisions: 1 } });
    const other = path.join(folder, 'other');
    const empty = await launch(/^Stop:/, ...start('--empty', '--data', other));
    expect(await (await fetch(`${empty.address}/v1/policies`)).json()).toEqual([]);
  });

  it('takes the next port if the usual one is taken', async () => {
    const taken = createServer();
    // Somebody else may have it already, which is just as good.
    await new Promise<void>((resolve) => {
      taken.once('error', () => resolve()).listen(8080, '127.0.0.1', resolve);
    });
    const words = ['start', '--data', folder, '--no-dashboard', '--empty'];
    const { address, child, stderr } = await launch(/^Stop:/, ...words);
    expect(Number(address.split(':').at(-1))).toBeGreaterThan(8080);
    expect(await stop(child)).toBe(0);
    expect(await stderr).toContain('Port 8080 is taken');
    taken.close();
  });
});

describe('hedgerow demo --service', () => {
  it('plays a season on a policy of its own', async () => {
    const { address } = await serve();
    const demo = await hedgerow('demo', '--service', address, '--fields', '3');
    expect(demo.code).toBe(0);
    expect(demo.stdout).toContain('of 3 fields.');
    expect(await viewOf(address, 'demo-farm')).toMatchObject({ counts: { rewards: 3 } });
  });

  it('says what to do when no service answers', async () => {
    const demo = await hedgerow('demo', '--service', 'http://127.0.0.1:9', '--fields', '1');
    expect(demo.code).toBe(2);
    expect(demo.stderr).toContain('npx hedgerow start');
  });
});
