/**
 * No function of the product has more than 70 lines: what is longer cannot be read at a glance.
 *
 * Biome counts them with every run of the style check (a long literal it counts short). Here is tested
 * that it does so everywhere but in the kernels, which are written for the processor, and in tests.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

const LINES_MAX = 70;
const RULE = 'lint/complexity/noExcessiveLinesPerFunction';
const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

const CHECKED = [
  'packages/cli/src/commands/example.ts',
  'packages/core/src/safety/example.ts',
  'packages/dashboard/src/pages/example.tsx',
  'packages/lab/src/plots/example.ts',
  'packages/service/src/api/example.ts',
  'scripts/checks/example.ts',
];
const FREE = [
  'packages/core/src/model/kernel/example.ts',
  'packages/service/src/api/example.test.ts',
  'packages/service/src/journal/example.contract.ts',
  'packages/service/src/journal/testing/example.ts',
];

/** Returns the files, each with one function of so many lines, that the style check refuses. */
function refusedWith(lineCount: number): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-length-'));
  try {
    const settings = JSON.parse(readFileSync('biome.json', 'utf8')) as Record<string, unknown>;
    const { vcs: _vcs, $schema: _schema, ...rules } = settings;
    writeFileSync(path.join(folder, 'biome.json'), JSON.stringify(rules));
    for (const file of [...CHECKED, ...FREE]) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), longFunction(lineCount));
    }
    const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=github'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const findings = stdout.split('\n').filter((line) => line.includes(RULE));
    return [...CHECKED, ...FREE].filter((file) =>
      findings.some((line) => line.includes(`/${file},`)),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function longFunction(lineCount: number): string {
  const lines = Array.from({ length: lineCount }, (_, index) => `  say(${index});\n`);
  return `export function long(say: (line: number) => void): void {\n${lines.join('')}}\n`;
}

it('accepts functions of 70 lines', () => {
  expect(refusedWith(LINES_MAX)).toEqual([]);
});

it('refuses one line more, but not in the kernels and in tests', () => {
  expect(refusedWith(LINES_MAX + 1)).toEqual(CHECKED);
});
