/**
 * Defects that are planted in a copy of the core, to see who notices: every game, twin, trace, piece of
 * news and life.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Defect {
  readonly name: string;
  /** In packages/core/src. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

const WORTH = 'safety/books/worth.ts';
const BOOK = 'safety/books/promise-book.ts';
const COIN = 'safety/bets/coin-rule.ts';
const SPLIT = 'safety/split/split-bet.ts';
const POLICY = 'strategies/policy/hedge-policy.ts';
const LIFE_CYCLE = 'strategies/policy/decision-lifecycle.ts';
const KNOWN = 'safety/books/known-baseline-book.ts';

const DEFECTS: readonly Defect[] = [
  {
    name: 'an open decision counts as executed',
    file: WORTH,
    before: 'return givenUp(line.executed());\n    case',
    after: 'return line.executed();\n    case',
  },
  {
    name: 'a cancelled drawn decision leaves the books',
    file: WORTH,
    before: 'return isDrawn ? givenUp(line.executed()) : dropped(line, WORTH_NOTHING);',
    after: 'return dropped(line, WORTH_NOTHING);',
  },
  {
    name: 'a cancelled decision keeps what a baseline would have added',
    file: WORTH,
    before: ': dropped(line, WORTH_NOTHING);',
    after: ': dropped(line, unbet(line.fellBack()));',
  },
  {
    name: 'a decision that fell back counts as executed',
    file: WORTH,
    before: ': dropped(line, unbet(line.fellBack()));',
    after: ': line.executed();',
  },
  {
    name: 'what is given up keeps its credit',
    file: WORTH,
    before:
      'return { ...worth, base: Math.min(worth.base, 0), certain: Math.min(worth.certain, 0) };',
    after: 'return worth;',
  },
  {
    name: 'a decision that can lose is admitted on any budget',
    file: BOOK,
    before: '(margin >= 0 || increment >= 0)',
    after: '(slack >= 0 || increment >= 0)',
  },
  {
    name: 'corrections are not heard',
    file: BOOK,
    before: 'this.#change(entry, { reward, counted: reward })',
    after: 'this.#change(entry, { reward })',
  },
  {
    name: 'a report counts again beside the one before it',
    file: BOOK,
    before: 'const [removed, added] = isBetTheSame ? [unbet(old), unbet(now)] : [old, now];',
    after: 'const [removed, added] = isBetTheSame ? [null, unbet(now)] : [old, now];',
  },
  {
    name: 'the reserve is counted twice',
    file: BOOK,
    before: 'reserve: options.reserve,\n        dependence',
    after: 'reserve: 2 * options.reserve,\n        dependence',
  },
  {
    name: 'sizes are not counted',
    file: WORTH,
    before: 'return size === undefined ? amount : roundedDown(size * amount, 0);',
    after: 'return amount;',
  },
  {
    name: 'a mixed decision loses only half of the baseline',
    file: COIN,
    before:
      'return roundedDown(input.floor, (1 - input.allowedShortfall) * input.baselineRewardMax);\n}\n',
    after:
      'return roundedDown(input.floor, 0.5 * (1 - input.allowedShortfall) * input.baselineRewardMax);\n}\n',
  },
  {
    name: 'a hold-out for "policy" loses nothing',
    file: COIN,
    before:
      'if (debited > 0) return roundedDown(playProbability * floor, debited * baselineRewardMax);',
    after: 'if (debited > 0) return roundedDown(playProbability * floor, 0);',
  },
  {
    name: 'what is not measured counts as measured',
    file: SPLIT,
    before: 'const told = (kept + added) * measuredShare * (reward - worst) * direction;',
    after: 'const told = (kept + added) * (reward - worst) * direction;',
  },
  {
    name: 'changed strips are not charged',
    file: SPLIT,
    before: 'return size * debit * (1 + UNIT);',
    after: 'return 0 * size * debit;',
  },
  {
    name: 'fewer strips count as all of them',
    file: SPLIT,
    before: 'Math.max(1 - less / drawn - UNIT, 0)',
    after: '1',
  },
  {
    name: 'added strips are not taken off',
    file: SPLIT,
    before: 'added: more / drawn };',
    after: 'added: 0 };',
  },
  {
    name: 'a preview is booked',
    file: POLICY,
    before:
      'return writeReceipt(this.#issue(context, options));\n    } finally {\n      takeBack();',
    after: 'return this.#keep(this.#issue(context, options));\n    } finally {',
  },
  {
    name: 'a reward is taken twice',
    file: LIFE_CYCLE,
    before: "return standing.reward === news.value ? 'repeated' : 'contradiction';",
    after: "return 'recorded';",
  },
  {
    name: 'a decision that was played can be taken back',
    file: LIFE_CYCLE,
    before: "if (isPlayed(standing)) return 'already-played';",
    after: '',
  },
  {
    name: 'books of earlier periods are forgotten',
    file: 'safety/books/period-book.ts',
    before: 'this.#closed = closed.slice(',
    after: 'this.#closed = [].slice(',
  },
  {
    name: 'a tenth of δ is not enough for the bettors: they use ten times δ',
    file: 'safety/bets/wealth-mixture.ts',
    before: 'Math.log(failureProbability)',
    after: 'Math.log(Math.min(1, 10 * failureProbability))',
  },
  {
    name: 'the floor of rewards is a tenth of the range higher',
    file: KNOWN,
    before: 'floor: options.rewardFloor',
    after: 'floor: options.rewardFloor + 0.1',
  },
];

const SOURCE = path.resolve(import.meta.dirname, '../../../..');
/** Prints the first finding, and how long it took to come. */
const PROGRAM = `
import { findings } from './findings.ts';
const known = new Set((process.env.KNOWN_FINDINGS ?? '').split('|'));
for (const found of findings()) {
  const name = found.split(/ (?:differs|keeps|has|says) /)[0];
  if (process.env.ALL_FINDINGS) console.log(name);
  else if (!known.has(name)) { console.log(found.slice(0, 160)); break; }
}`;

/** Plants one defect after the other, and prints what notices it. */
export function plantDefects(): void {
  const known = play(null, { ALL_FINDINGS: '1' }).split('\n').filter(Boolean);
  console.log(`without a defect: ${known.join('; ') || 'nothing found'}`);
  let missed = 0;
  for (const defect of DEFECTS) {
    const found = play(defect, { KNOWN_FINDINGS: known.join('|') });
    if (found === '') missed += 1;
    console.log(`${defect.name}: ${found.trim() || 'NOT NOTICED'}`);
  }
  console.log(`${DEFECTS.length - missed} of ${DEFECTS.length} noticed`);
}

/** Runs the checks on a copy of the core, with a defect if there is one. */
function play(defect: Defect | null, environment: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'planted-'));
  try {
    for (const part of ['packages/core', 'packages/lab/src/games']) {
      cpSync(path.join(SOURCE, part), path.join(folder, part), {
        recursive: true,
        filter: (file) => !/\/(node_modules|dist)$|\.test\.ts$/.test(file),
      });
    }
    mkdirSync(path.join(folder, 'node_modules/@hedgerow'), { recursive: true });
    symlinkSync('../../packages/core', path.join(folder, 'node_modules/@hedgerow/core'));
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    if (defect !== null) plant(path.join(folder, 'packages/core/src', defect.file), defect);
    const program = path.join(folder, 'packages/lab/src/games/first-finding.ts');
    writeFileSync(program, PROGRAM);
    const run = spawnSync(process.execPath, ['--conditions=@hedgerow/source', program], {
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    });
    return run.status === 0 ? run.stdout : `it does not run: ${run.stderr.slice(0, 120)}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function plant(file: string, { name, before, after }: Defect): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(before)) throw new Error(`${name}: the text it changes is gone from ${file}.`);
  writeFileSync(file, text.replace(before, after));
}
