/**
 * What a reader of tables has to say before anything is kept: what must be mended, what should be looked
 * at, and what was done on the way.
 */
import type { TableFinding } from '@hedgerow/farm';
import type { JSX } from 'preact';
import { Note } from '../../design/note.tsx';
import { countText } from '../../design/number-text.ts';

const KINDS = {
  error: { tone: 'bad', title: 'This must be mended first' },
  warning: { tone: 'careful', title: 'Please look at this' },
  note: { tone: 'calm', title: 'What was understood' },
} as const;

export function FindingsList({
  findings,
}: {
  readonly findings: readonly TableFinding[];
}): JSX.Element {
  const severities = ['error', 'warning', 'note'] as const;
  return (
    <>
      {severities.map((severity) => {
        const own = findings.filter((finding) => finding.severity === severity);
        if (own.length === 0) return null;
        const { tone, title } = KINDS[severity];
        return (
          <Note key={severity} tone={tone} title={title} isNews={severity === 'error'}>
            <ul class="sentences">
              {own.map((finding) => (
                <li key={`${finding.kind} ${finding.column} ${finding.text}`}>
                  {finding.text}
                  <Where finding={finding} />
                </li>
              ))}
            </ul>
          </Note>
        );
      })}
    </>
  );
}

const LINES_SHOWN = 6;

function Where({ finding }: { readonly finding: TableFinding }): JSX.Element | null {
  const { lines, column } = finding;
  const shown = lines.slice(0, LINES_SHOWN).join(', ');
  const more = lines.length - LINES_SHOWN;
  const words = [
    ...(column === null ? [] : [`column “${column}”`]),
    ...(lines.length === 0
      ? []
      : [`line ${shown}${more > 0 ? ` and ${countText(more, 'other')}` : ''}`]),
  ];
  return words.length === 0 ? null : <span class="soft small"> ({words.join(', ')})</span>;
}
