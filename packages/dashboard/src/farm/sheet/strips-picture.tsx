/**
 * A field as it is sown: its blocks one above the other, each with its strips side by side; tried strips
 * are hatched, so that they are told apart without colour, too.
 */
import type { DecisionReceipt } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { stripsText } from '../../words/part-words.ts';

const WIDTH = 720;
const HEIGHT = 74;
/** Fewer strips than this show every number. */
const NUMBERED_MAX = 40;

export interface StripsPictureProps {
  /** One for each block, in their order. */
  readonly receipts: readonly DecisionReceipt[];
  readonly stripCount: number;
}

export function StripsPicture({ receipts, stripCount }: StripsPictureProps): JSX.Element {
  return (
    <div class="strips-blocks">
      {receipts.map((receipt, index) => (
        <figure key={receipt.id}>
          <figcaption>{blockTitle(receipt, index, receipts.length)}</figcaption>
          <BlockPicture receipt={receipt} stripCount={stripCount} />
        </figure>
      ))}
    </div>
  );
}

/** The caption above it says the same. */
function BlockPicture({ receipt, stripCount }: Omit<StripsProps, 'fill'>): JSX.Element {
  const pattern = useId();
  return (
    <svg class="strips-picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <defs>
        <pattern
          id={pattern}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="8" height="8" class="strips-try-ground" />
          <path d="M0 0V8" class="strips-try-line" />
        </pattern>
      </defs>
      <Strips receipt={receipt} stripCount={stripCount} fill={`url(#${pattern})`} />
    </svg>
  );
}

interface StripsProps {
  readonly receipt: DecisionReceipt;
  readonly stripCount: number;
  readonly fill: string;
}

function Strips({ receipt, stripCount, fill }: StripsProps): JSX.Element {
  const tried = new Set(triedStrips(receipt));
  const width = WIDTH / stripCount;
  return (
    <>
      {Array.from({ length: stripCount }, (_, index) => {
        const strip = index + 1;
        const isTried = tried.has(strip);
        return (
          <g key={strip} transform={`translate(${index * width} 0)`}>
            <rect
              x="0.5"
              y="0.5"
              width={width - 1}
              height={HEIGHT - 1}
              class={isTried ? 'strips-try' : 'strips-check'}
              {...(isTried && { style: { fill } })}
            />
            {stripCount <= NUMBERED_MAX && (
              <StripNumber strip={strip} width={width} isTried={isTried} />
            )}
          </g>
        );
      })}
    </>
  );
}

interface StripNumberProps {
  readonly strip: number;
  readonly width: number;
  readonly isTried: boolean;
}

function StripNumber({ strip, width, isTried }: StripNumberProps): JSX.Element {
  return (
    <>
      {isTried && (
        <rect
          x={width / 2 - 14}
          y={HEIGHT / 2 - 13}
          width="28"
          height="26"
          rx="4"
          class="strips-number-ground"
        />
      )}
      <text
        x={width / 2}
        y={HEIGHT / 2 + 6}
        class={isTried ? 'strips-number strips-number-try' : 'strips-number'}
      >
        {strip}
      </text>
    </>
  );
}

/** The strips on which something else than the usual hybrid stands. */
export function triedStrips({ parts }: Pick<DecisionReceipt, 'parts'>): readonly number[] {
  return parts?.find(({ role }) => role === 'try')?.strips ?? [];
}

function blockTitle(receipt: DecisionReceipt, index: number, count: number): string {
  const strips = triedStrips(receipt);
  const block = count > 1 ? `Block ${index + 1}: ` : '';
  return strips.length === 0
    ? `${block}${receipt.baseline.action} on all strips`
    : `${block}${receipt.action} on strips ${stripsText(strips)}, ${receipt.baseline.action} on the others`;
}
