/**
 * Who may import whom: between packages, and between the rooms inside of each.
 *
 * The table and the order of the rooms are those of ARCHITECTURE.md. Tests, contracts and their
 * helpers are free to reach across, because they are not published; sources never import them.
 */
import type { Finding } from '../lib/finding.ts';
import {
  findImports,
  type ImportStatement,
  isRelative,
  packageName,
  resolveRelative,
} from '../lib/imports.ts';
import { type Manifest, nearestManifest } from '../lib/manifest.ts';
import { lineAt, maskSource } from '../lib/mask-source.ts';
import type { SourceFile } from '../lib/repository.ts';
import { isTest, packageFolder } from '../lib/source-kinds.ts';

/** What one package may import of the others. */
interface PackageRule {
  readonly name: string;
  /** Specifiers of the other packages; a name covers its sub-paths only when it ends in a star. */
  readonly mayImport: readonly string[];
  /** Specifiers that may appear in `import type` alone. */
  readonly mayImportTypes?: readonly string[];
}

const CORE = ['@hedgerow/core*'];

export const PACKAGES: Readonly<Record<string, PackageRule>> = {
  core: { name: '@hedgerow/core', mayImport: [] },
  forecasts: { name: '@hedgerow/forecasts', mayImport: [] },
  farm: { name: '@hedgerow/farm', mayImport: CORE },
  lab: { name: '@hedgerow/lab', mayImport: [...CORE, '@hedgerow/farm*'] },
  // What runs in earnest needs only what policies need.
  service: {
    name: '@hedgerow/service',
    mayImport: [
      '@hedgerow/core',
      '@hedgerow/core/lifecycle',
      '@hedgerow/core/receipts',
      '@hedgerow/core/version',
      '@hedgerow/forecasts',
    ],
  },
  client: { name: '@hedgerow/client', mayImport: [], mayImportTypes: ['@hedgerow/service*'] },
  dashboard: {
    name: '@hedgerow/dashboard',
    // The parts of the lab that are kept free of Node, and a model that is plain data.
    mayImport: [
      ...CORE,
      '@hedgerow/client*',
      '@hedgerow/farm*',
      '@hedgerow/forecasts',
      '@hedgerow/lab/environments',
      '@hedgerow/lab/measures',
      '@hedgerow/lab/trials',
    ],
  },
  // What moves in the documentation: the playground and the colours are those of the page.
  guide: { name: '@hedgerow/guide', mayImport: ['@hedgerow/dashboard*'] },
  cli: { name: 'hedgerow', mayImport: ['@hedgerow/*'] },
};

/** Folders in the order of the flow: a room may import itself and the rooms before it. */
export interface Flow {
  /** Whose rooms they are, for people. */
  readonly owner: string;
  readonly folder: string;
  /** Folders, perhaps one within another; a file beside them is a room only if it is named here. */
  readonly rooms: readonly string[];
  /** Imports against the flow that are still to be mended, as [room, later room]. */
  readonly owed?: readonly (readonly [string, string])[];
}

export const FLOWS: readonly Flow[] = [
  {
    owner: 'the core',
    folder: 'packages/core/src/',
    rooms: ['base', 'context', 'expectation', 'model', 'proposal', 'safety', 'strategies'],
  },
  {
    owner: 'forecasts',
    folder: 'packages/forecasts/src/',
    rooms: ['forecast-error.ts', 'base', 'read', 'window', 'splice', 'context', 'calibration'],
  },
  {
    owner: 'the lab',
    folder: 'packages/lab/src/',
    rooms: [
      'numbers',
      'parquet',
      'environments',
      'measures',
      'rivals',
      'trials',
      'maize/world',
      'experiments',
      'bounds',
      'runner',
      'plots',
      'reports',
      'reproduce',
      'maize',
      'price',
      'games',
      'holes',
      'thornbush',
      'evaluate',
    ],
  },
  {
    owner: 'the farm',
    folder: 'packages/farm/src/',
    // The model says what a row is; tables make rows of text.
    rooms: ['model', 'tables', 'plan', 'season'],
  },
  {
    owner: 'the dashboard',
    folder: 'packages/dashboard/src/',
    rooms: [
      'addresses',
      'design',
      'charts',
      'words',
      'live',
      'pages',
      'define',
      'farm',
      'playground',
      'reports',
      'shell',
    ],
  },
  {
    owner: 'the service',
    folder: 'packages/service/src/',
    rooms: [
      'instruments',
      'wire.ts',
      'placement',
      'journal',
      'problems',
      'decisions',
      'deciders',
      'api',
      'start',
    ],
  },
  {
    owner: 'the decisions',
    folder: 'packages/service/src/decisions/',
    rooms: ['fold', 'views', 'commands', 'decision-service.ts', 'writer', 'calls', 'verify'],
  },
];

/** Returns what one source file of a package imports against the rules. */
export function checkImports(source: SourceFile): Finding[] {
  const imports = findImports(source.text);
  const always = [
    ...checkEndings(source.file, imports),
    ...checkPackagesStayApart(source.file, imports),
  ];
  if (isTest(source.file)) return always;
  return [
    ...always,
    ...checkPackageTable(source.file, imports),
    ...checkNoTests(source.file, imports),
    ...checkCoreStandsAlone(source.file, imports),
    ...checkRooms(source.file, imports),
  ];
}

/** Relative imports name the file, ending included: that is what Node runs directly. */
export function checkEndings(file: string, imports: readonly ImportStatement[]): Finding[] {
  return imports
    .filter(({ specifier }) => isRelative(specifier))
    .filter(({ specifier }) => !/\.(tsx?|json|css|svg)$/.test(specifier))
    .map(({ specifier, line }) => ({
      file,
      line,
      rule: `The relative import '${specifier}' does not end in .ts`,
      replacement: `write '${specifier.replace(/\.m?js$/, '')}.ts'`,
    }));
}

/** A relative import stays inside its package. */
export function checkPackagesStayApart(
  file: string,
  imports: readonly ImportStatement[],
): Finding[] {
  const folder = `packages/${packageFolder(file)}/`;
  return imports
    .filter(({ specifier }) => isRelative(specifier))
    .filter(
      ({ specifier }) => !isTest(file) && !resolveRelative(file, specifier).startsWith(folder),
    )
    .map(({ specifier, line }) => ({
      file,
      line,
      rule: `The relative import '${specifier}' leaves the package`,
      replacement: 'import the other package by its name',
    }));
}

/** Imports between packages follow the table above. */
export function checkPackageTable(file: string, imports: readonly ImportStatement[]): Finding[] {
  const folder = packageFolder(file) ?? '';
  const rule = PACKAGES[folder];
  if (rule === undefined) {
    return [
      {
        file,
        line: 1,
        rule: `The package '${folder}' is not in the table of packages`,
        replacement: 'say in scripts/checks/boundaries.ts and ARCHITECTURE.md what it may import',
      },
    ];
  }
  return imports
    .filter(({ specifier }) => isOfWorkspace(specifier) && packageName(specifier) !== rule.name)
    .filter((statement) => !mayImport(rule, statement))
    .map(({ specifier, line }) => ({
      file,
      line,
      rule: `${folder} may not import '${specifier}'`,
      replacement: describeAllowed(rule),
    }));
}

/** Published files do not lean on tests. */
export function checkNoTests(file: string, imports: readonly ImportStatement[]): Finding[] {
  return imports
    .filter(({ specifier }) => isRelative(specifier) && isTest(resolveRelative(file, specifier)))
    .map(({ specifier, line }) => ({
      file,
      line,
      rule: `A source file imports the test file '${specifier}'`,
      replacement: 'move what both need into a source file',
    }));
}

/** The core and the readers of forecasts run in browsers and workers: no Node, no packages. */
export function checkCoreStandsAlone(file: string, imports: readonly ImportStatement[]): Finding[] {
  const folder = packageFolder(file) ?? '';
  if (!['core', 'forecasts'].includes(folder)) return [];
  return imports
    .filter(({ specifier }) => !isRelative(specifier) && !isOfWorkspace(specifier))
    .map(({ specifier, line }) => ({
      file,
      line,
      rule: `The ${folder} package imports '${specifier}'`,
      replacement: 'take what is needed as an argument, or write it in base/',
    }));
}

/** Inside a package, imports only go against the flow: towards the first room. */
export function checkRooms(file: string, imports: readonly ImportStatement[]): Finding[] {
  return FLOWS.flatMap((flow) => checkFlow(flow, file, imports));
}

/** Returns what is owed no longer: a room that has stopped to import a later one must not begin again. */
export function checkOwed(flow: Flow, sources: readonly SourceFile[]): Finding[] {
  // Reading all imports takes long, and most flows owe nothing.
  if ((flow.owed ?? []).length === 0) return [];
  const strict: Flow = { ...flow, owed: [] };
  const against = sources
    .filter(({ file }) => file.startsWith(flow.folder) && !isTest(file))
    .flatMap(({ file, text }) => importsAgainst(strict, file, findImports(text)));
  return (flow.owed ?? [])
    .filter(([room, later]) => !against.some((one) => one.room === room && one.later === later))
    .map(([room, later]) => ({
      file: 'scripts/checks/boundaries.ts',
      line: 1,
      rule: `The room ${room} of ${flow.owner} no longer imports ${later}`,
      replacement: `delete ['${room}', '${later}'] from what is owed`,
    }));
}

function checkFlow(flow: Flow, file: string, imports: readonly ImportStatement[]): Finding[] {
  const { owner, folder, rooms } = flow;
  const room = roomOf(flow, file);
  const position = rooms.indexOf(room);
  if (position === -1) {
    if (!file.startsWith(`${folder}${room}/`)) return [];
    const replacement = `use one of ${rooms.join(', ')}`;
    return [{ file, line: 1, rule: `'${room}' is not a room of ${owner}`, replacement }];
  }
  const allowed = rooms.slice(0, position + 1);
  return importsAgainst(flow, file, imports).map(({ specifier, line, later }) => ({
    file,
    line,
    rule: `The room ${room} may not import '${specifier}' of ${placeOf(flow, later)}`,
    replacement: `import from ${allowed.join(', ')} only, or move the shared part there`,
  }));
}

/** Returns the imports of a file that lead to a later room, or out of the rooms. */
function importsAgainst(flow: Flow, file: string, imports: readonly ImportStatement[]) {
  const { folder, rooms, owed = [] } = flow;
  const room = roomOf(flow, file);
  const allowed = rooms.slice(0, rooms.indexOf(room) + 1);
  return imports
    .filter(({ specifier }) => isRelative(specifier))
    .map((statement) => ({ ...statement, target: resolveRelative(file, statement.specifier) }))
    .filter(({ target }) => target.startsWith(folder))
    .map((statement) => ({ ...statement, room, later: roomOf(flow, statement.target) }))
    .filter(({ later }) => !allowed.includes(later))
    .filter(({ later }) => !owed.some(([from, to]) => from === room && to === later));
}

/** Returns the innermost room of a flow that holds a file; the file's own name if it lies beside them. */
function roomOf({ folder, rooms }: Flow, file: string): string {
  if (!file.startsWith(folder)) return '';
  const place = file.slice(folder.length);
  const holding = rooms.filter((room) => place.startsWith(`${room}/`));
  return holding.sort((a, b) => b.length - a.length)[0] ?? place.split('/')[0]!;
}

function placeOf(flow: Flow, room: string): string {
  return flow.rooms.includes(room) ? room : `${flow.owner}'s top folder`;
}

/** Rooms have no index of their own: a name is listed once, at a door that package.json exports. */
export function checkNoBarrel({ file }: SourceFile, manifests: readonly Manifest[]): Finding[] {
  if (!/\/index\.tsx?$/.test(file)) return [];
  const folder = `packages/${packageFolder(file)}/`;
  const doors = JSON.stringify(nearestManifest(file, manifests)?.content.exports ?? null);
  if (doors.includes(`"./${file.slice(folder.length)}"`)) return [];
  const replacement = 'import the files themselves, and list public names at a door of the package';
  return [{ file, line: 1, rule: 'A room has an index that is no door', replacement }];
}

/** A door lists its names, so that a reader sees the whole surface in one place. */
export function checkIndex(source: SourceFile): Finding[] {
  if (!/(^|\/)(index\.tsx?|research\.ts)$/.test(source.file)) return [];
  const { code } = maskSource(source.text);
  return [...code.matchAll(/(?<![.\w$])export\s+(?:type\s+)?\*/g)].map((match) => ({
    file: source.file,
    line: lineAt(code, match.index),
    rule: 'An index exports with a star',
    replacement: "name what is public: export { a, b } from './a.ts'",
  }));
}

function isOfWorkspace(specifier: string): boolean {
  return packageName(specifier) === 'hedgerow' || specifier.startsWith('@hedgerow/');
}

function mayImport(rule: PackageRule, statement: ImportStatement): boolean {
  const matches = (allowed: string) =>
    allowed.endsWith('*')
      ? statement.specifier.startsWith(allowed.slice(0, -1))
      : statement.specifier === allowed;
  if (rule.mayImport.some(matches)) return true;
  return statement.isTypeOnly && (rule.mayImportTypes ?? []).some(matches);
}

function describeAllowed(rule: PackageRule): string {
  const types = (rule.mayImportTypes ?? []).map((name) => `types of ${name}`);
  const allowed = [...rule.mayImport, ...types].map((name) => name.replace(/\*$/, ''));
  return `import ${allowed.length === 0 ? 'none of the other packages' : `only ${allowed.join(', ')}`}`;
}
