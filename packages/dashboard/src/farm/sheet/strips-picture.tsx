/**
 * A field as it is sown: its blocks one above the other, each with its strips side by side; tried strips
 * are hatched, so that they are told apart without colour, too.
 */
import type { DecisionReceipt } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { stripsText } from '../../words/part-words.ts';

const WIDTH = 720;
const STRIP_HEIGHT = 74;
const LABEL_HEIGHT = 20;
const GAP = 12;
/** Fewer strips than this show every number. */
const NUMBERED_MAX = 40;

export interface StripsPictureProps {
  /** One for each block, in their order. */
  readonly receipts: readonly DecisionReceipt[];
  readonly stripCount: number;
}

export function StripsPicture({ receipts, stripCount }: StripsPictureProps): JSX.Element {
  const pattern = useId();
  const rowHeight = LABEL_HEIGHT + STRIP_HEIGHT + GAP;
  return (
    <svg
      class="strips-picture"
      viewBox={`0 0 ${WIDTH} ${receipts.length * rowHeight - GAP + 1}`}
      role="img"
      aria-label={receipts.map(blockLabel).join(' ')}
    >
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
      {receipts.map((receipt, index) => (
        <g key={receipt.id} transform={`translate(0 ${index * rowHeight})`}>
          <text x="0" y={LABEL_HEIGHT - 6} class="strips-label">
            {blockTitle(receipt, index, receipts.length)}
          </text>
          <Strips receipt={receipt} stripCount={stripCount} fill={`url(#${pattern})`} />
        </g>
      ))}
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
          <g key={strip} transform={`translate(${index * width} ${LABEL_HEIGHT})`}>
            <rect
              x="0.5"
              y="0.5"
              width={width - 1}
              height={STRIP_HEIGHT - 1}
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
          x={width / 2 - 10}
          y={STRIP_HEIGHT / 2 - 10}
          width="20"
          height="20"
          rx="4"
          class="strips-number-ground"
        />
      )}
      <text
        x={width / 2}
        y={STRIP_HEIGHT / 2 + 5}
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

function blockLabel(receipt: DecisionReceipt, index: number): string {
  return `Block ${index + 1}: ${triedStrips(receipt).length === 0 ? `${receipt.baseline.action} on all strips` : `${receipt.action} on strips ${stripsText(triedStrips(receipt))}, ${receipt.baseline.action} on the others`}.`;
}
