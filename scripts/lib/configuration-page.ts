/**
 * docs/reference/configuration.md, made from the table of settings.
 */
import { flagOf, SETTINGS, type Setting, variableOf } from '@hedgerow/service/settings';

const HEAD = `# Configuration of the service

<!-- Written by scripts/write-reference.ts from packages/service/src/start/settings-table.ts. -->

Every setting can be given as a flag of \`hedgerow serve\`, as an environment variable, or as a key of a JSON file.
The flag wins over the variable, the variable over the file, the file over the default. A value of the wrong kind, or
a key that does not exist, ends the start with exit code 2 and a sentence that says the rule.

`;

const TAIL = `
Switches are \`true\` or \`false\` in variables and in the file; lists are separated by commas in flags and variables,
and are arrays in the file. The file is named by \`--config <file>\` or \`HEDGEROW_CONFIG\`;
[hedgerow.example.json](../../deploy/hedgerow.example.json) is an example. \`hedgerow keys\`,
\`hedgerow verify\` and \`hedgerow renew\` read \`data\` and \`database\` from the same places.

\`data\` and \`database\` exclude each other. Where one source gives the folder and another the database, the stronger
source decides.

A variable that begins with \`HEDGEROW_\` and is no setting has no effect, and a line on standard error says so. Container
managers like to set such variables: Kubernetes gives every container a \`HEDGEROW_PORT\` with an address in it if a
service is named \`hedgerow\`; then the start is refused. Name the service otherwise, or set \`enableServiceLinks: false\`.

Limits that protect the service itself are not settings: 256 KiB for the body of a decision, 4 MiB for a definition, a plan or
a list, and 64 KiB for others; 32 MiB of long bodies under way in all, and 16 MiB of one caller; 100,000 actions that the receipts
of one answer tell of, with 32 MiB of names; 4 files of rewards at a time, and 2 of one caller; 32 exports at a time, and 8 of one caller (of both,
where there is no room, one that is more than 5 s behind a pace of 64 kB a second is cut off for a caller who has fewer); 256 MiB of answers that wait for their readers; 12 levels of nesting, 2,000 fields of one object, 10 s for the headers and 15 s for the whole of a request, 100 event streams. A policy
may have 1,000 actions, 256 features, and 20,000 features of all actions together; an ensemble 5,000 points, a mixture
1,000 components.
`;

/** Returns the page. */
export function configurationPage(): string {
  const rows = SETTINGS.map((setting) =>
    [
      `\`${setting.name}\``,
      `\`${flagOf(setting)}\``,
      `\`${variableOf(setting.name)}\``,
      standardOf(setting),
      setting.meaning,
    ].join(' | '),
  );
  const table = [
    '| key in the file | flag | variable | default | meaning |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
  ];
  return `${HEAD}${table.join('\n')}\n${TAIL}`;
}

function standardOf({ standard }: Setting): string {
  if (standard === '' || (Array.isArray(standard) && standard.length === 0)) return 'none';
  return `\`${String(standard)}\``;
}
