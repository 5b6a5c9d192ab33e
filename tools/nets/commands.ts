/**
 * Command lines on small inputs, with the files that they need. A word that begins with `./` is a file in
 * the folder of its life. `-` before a line keeps its exit code alone: it prints a secret or a draw.
 */
export interface CommandLife {
  readonly name: string;
  /** Files that stand in the folder before the first call; from the repository if the text begins with `@`. */
  readonly files: Readonly<Record<string, string>>;
  /** Command lines, words parted by single spaces; `|` before a line feeds it the output of the line before. */
  readonly calls: readonly string[];
  /** Files that the calls write and that are part of the net. */
  readonly written?: readonly string[];
  /** Folders of which every summary.json that the calls write is part of the net. */
  readonly writtenBelow?: readonly string[];
  /** What is replaced in a file before the first call. */
  readonly edits?: Readonly<Record<string, readonly [RegExp, string]>>;
  /** Whether a service runs on the folder `data` meanwhile; its address stands where `$URL` does. */
  readonly isServed?: boolean;
}

const POLICY = JSON.stringify({
  actions: ['bold', 'usual'],
  baseline: { action: 'usual', reward: 6 },
  context: { rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 10, unit: 't/ha' },
  allowedShortfall: 0.2,
  reserve: 40,
  execution: 'confirm',
  seed: 7,
});

const TRIALS = [
  'Field,Year,Hybrid,Yield (t/ha),Temperature',
  ...['Hill', 'Brook', 'Chapel'].flatMap((field, f) =>
    [2023, 2024, 2025].flatMap((year, y) =>
      ['Own', 'Ada', 'Cor'].map((hybrid, h) => {
        const amount = 8.1 + 0.3 * f + 0.2 * y + 0.25 * h + 0.07 * ((f * 5 + y * 3 + h * 7) % 4);
        return `${field},${year},${hybrid},${amount.toFixed(2)},${19 + 0.4 * f + 0.7 * y}`;
      }),
    ),
  ),
].join('\n');

const FIELDS = `Field,Hectares,Farm,Usual hybrid,Blocks
Hill,31,Miller,Own,
Brook,24.5,Miller,Own,2
Chapel,12,Smith,Own,
`;

/** Alternating decisions: the target plays the better action less often, so the interval is known. */
const LOG = Array.from({ length: 200 }, (_, n) => {
  const reward = n % 2;
  return JSON.stringify({
    action: n % 4 < 2 ? 'a' : 'b',
    probability: 0.5,
    reward,
    baseline: { action: 'a', reward: 0.4 },
  });
}).join('\n');

const CSV_LOG = `action,probability,reward,baseline\n${Array.from(
  { length: 120 },
  (_, n) => `${n % 3 === 0 ? 'a' : 'b'},${n % 3 === 0 ? 0.4 : 0.6},${(n * 7) % 10},a`,
).join('\n')}`;

const PAST = `time,lead,outcome,mean,sd\n${Array.from(
  { length: 40 },
  (_, n) => `2026-01-${String((n % 28) + 1).padStart(2, '0')},1,${(n * 13) % 17},8,5`,
).join('\n')}`;

const WEATHER = JSON.stringify({
  latitude: 52.5,
  longitude: 13.4,
  utc_offset_seconds: 0,
  daily_units: { time: 'iso8601', temperature_2m_mean: '°C', precipitation_sum: 'mm' },
  daily: {
    time: ['2026-04-20', '2026-04-21'],
    temperature_2m_mean: [11.5, 12.25],
    temperature_2m_mean_member01: [12, 12.5],
    precipitation_sum: [0, 3.5],
    precipitation_sum_member01: [1, 2],
  },
});

export const COMMANDS: readonly CommandLife[] = [
  { name: 'help', files: {}, calls: ['--version', 'no-such-command', 'decide --alowed x'] },
  { name: 'demo', files: {}, calls: ['demo --format json', '| audit - --format json'] },
  {
    name: 'state-file',
    files: { 'policy.json': POLICY, 'bad.json': POLICY.replace('0.2', '1.2') },
    calls: [
      'decide --state ./s --policy ./policy.json --context {"rain":120} --format json',
      'observe --state ./s --decision d1 --reward 7 --format json',
      'observe --state ./s --decision d1 --reward 8 --format json',
      'observe --state ./s --decision d1 --reward 8 --correct --format json',
      'decide --state ./s --context {"rain":{"kind":"normal","mean":80,"sd":10}}',
      'decide --state ./t --policy ./bad.json --context {"rain":120}',
      'observe --state ./s --decision d9 --reward 1',
    ],
  },
  {
    name: 'estimate',
    files: { 'past.txt': '6\n6.5\n5.5\n6.1\n5.9\n' },
    calls: [
      'plan --range 4,14 --history ./past.txt --runs 40 --rounds 120 --format json',
      'plan --range 0,1 --unknown-baseline --improvement 0.2 --runs 20 --rounds 120 --format json',
    ],
  },
  {
    name: 'farm',
    files: { 'trials.csv': TRIALS, 'fields.csv': FIELDS },
    calls: [
      'farm check ./trials.csv',
      'farm fit ./trials.csv --output ./model.json',
      'farm recommend --model ./model.json --field Hill --usual Own --weather temperature=20,1 --format json',
      'farm plan --model ./model.json --fields ./fields.csv --output ./plan --weather temperature=20,1 --season 2027 --drop 2.5 --preview --format json',
    ],
    written: ['model.json'],
  },
  {
    name: 'forecast',
    files: { 'weather.json': WEATHER, 'past.csv': PAST },
    calls: [
      'forecast ./weather.json --format json',
      'forecast check ./past.csv --format json',
      'forecast ./past.csv',
    ],
  },
  {
    name: 'maize-recommend',
    files: {},
    calls: [
      // Its strips are drawn with a key of the platform; what is known of the hybrids is in the net of the farm.
      '- maize recommend --state ./m --field DEH1 --temperature 21,1 --format json',
      'maize observe --state ./m --decision d1 --try 9.8 --check 9.3 --format json',
      'maize recommend --state ./m --field DEH1 --usual Nobody',
    ],
  },
  {
    name: 'evaluate',
    files: { 'log.jsonl': LOG, 'log.csv': CSV_LOG, 'policy.json': POLICY },
    calls: [
      'evaluate ./log.jsonl --reward 0:1 --action a --format json',
      'evaluate ./log.jsonl --reward 0:1 --shortfall 0.1 --format json',
      'evaluate ./log.csv --reward 0:10 --target uniform --format json',
      'evaluate ./log.csv --reward 0:10 --action b --format json',
    ],
  },
  {
    name: 'journal',
    files: { 'policy.json': POLICY },
    isServed: true,
    calls: [
      'keys list --data ./data --format json',
      'export lived --url $URL --format csv',
      'export lived --url $URL --format receipts',
      '| audit - --format json',
    ],
  },
  {
    name: 'journal-at-rest',
    files: {},
    calls: [
      '- keys create --data ./data --name first --scopes read',
      'keys revoke nobody --data ./data',
      'verify --data ./data --format json',
      'compact --data ./data --dry-run --format json',
      'forget --data ./data --policy none --decisions none.1.1 --reason asked',
      'renew --data ./data --reason restored --format json',
      'verify ./nowhere',
    ],
  },
  {
    name: 'replay',
    files: {},
    calls: [
      'replay vectors/replay-algorithm1.json --check',
      'replay vectors/replay-lucb.json --check',
      'replay vectors/split-golden.json --check',
    ],
  },
  { name: 'serve', files: {}, calls: ['serve --port 99999', 'serve --data ./x --log-level loud'] },
  { name: 'agents', files: {}, calls: ['mcp --url http://127.0.0.1:9'] },
  { name: 'own-experiment-missing', files: {}, calls: ['run ./missing.yaml'] },
];

/** Commands of research: minutes in all. */
export const RESEARCH_COMMANDS: readonly CommandLife[] = [
  {
    name: 'paper',
    files: {},
    calls: ['reproduce --quick --format json --output ./paper'],
    written: ['paper/claims.json', 'paper/agreement.json', 'paper/reproduce.json'],
    writtenBelow: ['paper/runs'],
  },
  {
    name: 'paper-maize',
    files: {},
    calls: ['reproduce --quick --data maize --format json --output ./maize'],
    written: ['maize/claims.json', 'maize/agreement.json', 'maize/summary.json'],
    writtenBelow: ['maize/runs'],
  },
  {
    name: 'price',
    files: {},
    calls: ['strategies', 'worlds', 'rare', 'seasons'].map(
      (report) => `price ${report} --quick --format json`,
    ),
  },
  { name: 'bounds', files: {}, calls: ['bounds --trials 2 --rounds 300 --format json'] },
  { name: 'own', files: {}, calls: ['run examples/own/own.yaml --format json --output ./own'] },
  {
    name: 'landscape',
    files: { 'landscape.yaml': '@examples/landscape.yaml' },
    edits: { 'landscape.yaml': [/^(rounds|trials): \d+$/gm, '$1: 2'] },
    calls: ['run ./landscape.yaml --format json --output ./landscape'],
  },
  {
    name: 'thornbush',
    files: {},
    calls: [
      'thornbush --runs 2 --cells unknown-policy,confirm,library --format json --output ./thornbush',
    ],
  },
];
