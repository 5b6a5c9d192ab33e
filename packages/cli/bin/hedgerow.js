#!/usr/bin/env node
/**
 * Starts the hedgerow command under a Node that can run it.
 *
 * hedgerow needs Node 24. If the Node at hand is older but one is installed beside hedgerow, by the
 * `node` package or by that of a platform (as in a clone after `npm install`), that one is used;
 * otherwise the user is told what to do. In a clone the TypeScript source runs as it is; a published package has dist/ instead.
 *
 * A service is asked in bursts, and Node gives memory back whenever nobody asks: the next requests pay for that with many
 * collections. So it keeps what it has, where there is enough of it; heap-options.json says how, and a Node that does not know these words does without.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 24;
/** What Node ends with if it does not know an option. */
const BAD_OPTION = 9;
/** A machine or container with less memory is small. */
const ROOMY_BYTES = 2 ** 31;
const packageFolder = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(packageFolder, 'src', 'main.ts');
const program = existsSync(source)
  ? ['--conditions=@hedgerow/source', source]
  : [join(packageFolder, 'dist', 'main.js')];

const isService = ['serve', 'start'].includes(process.argv[2]);
const runtime = findRuntime();
if (runtime === null) {
  process.stderr.write(
    `hedgerow needs Node ${NEEDED_MAJOR} or newer, but this is Node ${process.versions.node}. ` +
      `Install Node ${NEEDED_MAJOR}, or run it in a folder where "npm install node@${NEEDED_MAJOR}" was done.\n`,
  );
  process.exitCode = 2;
} else {
  run(runtime, isService ? heapOptions() : []);
}

function heapOptions() {
  const { roomy, tight } = createRequire(import.meta.url)('./heap-options.json');
  // 0, and undefined in an older Node, where nothing is said.
  const limit = process.constrainedMemory() || Infinity;
  return Math.min(limit, totalmem()) < ROOMY_BYTES ? tight : roomy;
}

/** Returns the path of a Node that is new enough, or null. */
function findRuntime() {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) return process.execPath;
  return ['node', platformPackage()].map(binaryOf).find((binary) => binary !== null) ?? null;
}

/** Returns the name under which the npm registry has Node for this platform alone. */
function platformPackage() {
  const { platform, arch } = process;
  const start = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return `${start}-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

function binaryOf(packageName) {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
    const name = process.platform === 'win32' ? 'node.exe' : 'node';
    const binary = join(dirname(manifest), 'bin', name);
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

/** Runs the program as a child that shares our terminal, and ends as it ends. */
function run(node, heapOptions) {
  const words = [...heapOptions, ...program, ...process.argv.slice(2)];
  // By the channel it hears that we are gone: one that was killed can end nobody.
  const child = spawn(node, words, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // A terminal sends Ctrl-C to both; the child decides what it means, and we wait for it. Whoever else sends it knows us alone.
  process.on('SIGINT', () => {
    if (!hasTerminal()) child.kill('SIGINT');
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  child.on('error', (error) => {
    process.stderr.write(`hedgerow could not start ${node}: ${error.message}\n`);
    process.exitCode = 2;
  });
  child.on('exit', (code, signal) => {
    if (code === BAD_OPTION && heapOptions.length > 0) return run(node, []);
    if (signal === null) {
      process.exitCode = code ?? 1;
      return;
    }
    // Our own listener would swallow it, and we would end as if all were well.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function hasTerminal() {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
}
