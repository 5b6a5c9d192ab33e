/**
 * The strips of a divided decision as they lie side by side: those of the try are filled, those of the
 * check plain. A reader who does not see them hears the same as a sentence.
 */
import type { JSX } from 'preact';
import { type Parts, stripsText } from '../../../words/part-words.ts';

export function StripBar({ parts }: { readonly parts: Parts }): JSX.Element | null {
  const strips = stripsInOrder(parts);
  if (strips.length === 0) return null;
  // Numbers of three digits need wider strips.
  const width = `${String(strips.length).length + 1.5}ch`;
  return (
    <div
      class="strip-bar"
      role="img"
      aria-label={stripsLabel(parts)}
      style={{ gridTemplateColumns: `repeat(auto-fit, minmax(${width}, 1fr))` }}
    >
      {strips.map(({ strip, role }) => (
        <span key={strip} class={`strip strip-${role}`}>
          {strip}
        </span>
      ))}
    </div>
  );
}

function stripsInOrder(parts: Parts) {
  return parts
    .flatMap(({ role, strips }) => (strips ?? []).map((strip) => ({ strip, role })))
    .toSorted((one, other) => one.strip - other.strip);
}

function stripsLabel(parts: Parts): string {
  const said = parts.map(
    ({ role, action, strips }) => `${role} of ${action} on ${stripsText(strips ?? [])}`,
  );
  return `Strips: ${said.join('; ')}.`;
}
