/**
 * A report on the page: its answer first, then its sections with figures and tables.
 */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Badge, type BadgeTone } from '../design/badge.tsx';
import { Card } from '../design/card.tsx';
import type { OpenedReport } from './open-report.ts';
import type { ReportBlock, ReportSection, ReportTable } from './report-content.ts';

export function ReportView({ report }: { readonly report: OpenedReport }): JSX.Element {
  const { content, pictures } = report;
  const places = useRef(new Map<string, HTMLElement>());
  const goTo = (title: string) => {
    const place = places.current.get(title);
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: 'start' });
  };
  return (
    <article class="stack report" aria-label={content.title}>
      <section class="card" aria-label="In short">
        <h2 class="report-title">{content.title}</h2>
        {content.lead.map((text) => (
          <p key={text} class="report-lead">
            {text}
          </p>
        ))}
        <nav aria-label="Sections of the report">
          <ul class="report-contents">
            {content.sections.map(({ title }) => (
              <li key={title}>
                <button type="button" class="link-button" onClick={() => goTo(title)}>
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      </section>
      {content.sections.map((section) => (
        <div
          key={section.title}
          class="report-section"
          tabIndex={-1}
          ref={(element) => {
            if (element !== null) places.current.set(section.title, element);
          }}
        >
          <SectionCard section={section} pictures={pictures} />
        </div>
      ))}
    </article>
  );
}

interface SectionCardProps {
  readonly section: ReportSection;
  readonly pictures: OpenedReport['pictures'];
}

function SectionCard({ section, pictures }: SectionCardProps): JSX.Element {
  return (
    <Card title={section.title}>
      {section.blocks.map((block, index) => (
        <Block key={index} block={block} pictures={pictures} />
      ))}
    </Card>
  );
}

interface BlockProps {
  readonly block: ReportBlock;
  readonly pictures: OpenedReport['pictures'];
}

function Block({ block, pictures }: BlockProps): JSX.Element {
  switch (block.kind) {
    case 'paragraph':
      return <p class="report-text">{block.text}</p>;
    case 'list':
      return (
        <ul class="sentences">
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'code':
      return (
        <pre class="report-code">
          <code>{block.text}</code>
        </pre>
      );
    case 'figure':
      return <Figure block={block} address={pictures.get(block.path)} />;
    case 'table':
      return <Table table={block} />;
  }
}

interface FigureProps {
  readonly block: Extract<ReportBlock, { kind: 'figure' }>;
  readonly address: string | undefined;
}

function Figure({ block, address }: FigureProps): JSX.Element {
  return (
    <figure class="report-figure">
      {/* The picture has its title in it. */}
      <figcaption class={address === undefined ? '' : 'visually-hidden'}>
        <h3>{block.title}</h3>
      </figcaption>
      {address === undefined ? (
        <p class="soft">
          The picture <code>{block.path}</code> was not among the files. It shows: {block.altText}
        </p>
      ) : (
        <img src={address} alt={block.altText} />
      )}
    </figure>
  );
}

/** Longer tables scroll by themselves, so that what follows can be reached. */
const SHORT_TABLE_ROWS = 24;

function Table({ table }: { readonly table: ReportTable }): JSX.Element {
  const { caption, columns, rows } = table;
  const frame = rows.length > SHORT_TABLE_ROWS ? 'table-scroll report-table-long' : 'table-scroll';
  const look = (index: number) => (columns[index]?.side === 'right' ? 'cell-number' : '');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it takes the focus.
    <section class={frame} tabIndex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title }, index) => (
              <th key={index} scope="col" class={look(index)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((text, index) => (
                <td key={index} class={look(index)}>
                  <Cell text={text} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Verdicts of the lab, and how they are meant. */
const VERDICTS: readonly (readonly [string, BadgeTone])[] = [
  ['holds only under', 'careful'],
  ['does not hold', 'bad'],
  ['undecided', 'careful'],
  ['holds', 'good'],
];

/** A verdict is a cell that begins with its words and is short; longer ones keep their condition as text. */
function Cell({ text }: { readonly text: string }): JSX.Element {
  const verdict = VERDICTS.find(([words]) => text === words || text.startsWith(`${words}:`));
  if (verdict === undefined) return <>{text}</>;
  const [words, tone] = verdict;
  return (
    <>
      <Badge tone={tone}>{words}</Badge>
      {text.slice(words.length).replace(/^:/, '')}
    </>
  );
}
