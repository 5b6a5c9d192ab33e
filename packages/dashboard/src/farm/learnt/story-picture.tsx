/**
 * A few rows of bars over the same seasons, each with its number above it; the numbers stand in a table,
 * too.
 */
import type { JSX } from 'preact';

export interface StoryRow {
  readonly name: string;
  /** Name of a colour token. */
  readonly colour: string;
  /** One for each season; null where nothing is known yet. */
  readonly values: readonly (number | null)[];
  readonly textOf: (value: number) => string;
}

export interface StoryPictureProps {
  readonly seasons: readonly string[];
  readonly rows: readonly StoryRow[];
  /** What the columns are: "Season". */
  readonly heading: string;
}

/** Seasons that are drawn; older ones stand in the table alone. */
const SEASONS_MAX = 12;

export function StoryPicture({ seasons, rows, heading }: StoryPictureProps): JSX.Element {
  const from = Math.max(0, seasons.length - SEASONS_MAX);
  return (
    <figure class="story">
      {rows.map(({ name, colour, values, textOf }) => (
        <div key={name} class="story-row" aria-hidden="true">
          <p class="story-name">{name}</p>
          <div class="story-bars">
            {values.slice(from).map((value, index) => (
              <StoryBar
                key={seasons[from + index]}
                season={seasons[from + index]!}
                value={value}
                most={Math.max(...values.map((one) => Math.abs(one ?? 0)))}
                text={value === null ? '–' : textOf(value)}
                colour={colour}
              />
            ))}
          </div>
        </div>
      ))}
      <details class="chart-table">
        <summary>The numbers</summary>
        <StoryTable seasons={seasons} rows={rows} heading={heading} />
      </details>
    </figure>
  );
}

interface StoryBarProps {
  readonly season: string;
  readonly value: number | null;
  /** The largest of the row, whichever way. */
  readonly most: number;
  readonly text: string;
  readonly colour: string;
}

function StoryBar({ season, value, most, text, colour }: StoryBarProps): JSX.Element {
  const height = value === null || most === 0 ? 0 : (100 * Math.abs(value)) / most;
  const isLoss = value !== null && value < 0;
  return (
    <div class="story-column">
      <span class="story-text">{text}</span>
      <span class="story-track">
        <span
          class="story-bar"
          style={{ height: `${height}%`, background: `var(${isLoss ? '--floor' : colour})` }}
        />
      </span>
      <span class="story-season">{season}</span>
    </div>
  );
}

function StoryTable({ seasons, rows, heading }: StoryPictureProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it takes the focus.
    <section class="table-scroll" tabIndex={0} aria-label="The seasons in numbers">
      <table>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {rows.map(({ name }) => (
              <th key={name} scope="col" class="cell-number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {seasons.map((season, index) => (
            <tr key={season}>
              <th scope="row">{season}</th>
              {rows.map(({ name, values, textOf }) => (
                <td key={name} class="cell-number">
                  {values[index] == null ? '–' : textOf(values[index])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
