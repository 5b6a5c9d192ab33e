/**
 * What can be said without a policy: which hybrid the model prefers, and that nobody guards the choice.
 */
import type { JSX } from 'preact';
import { CopyText } from '../design/copy-text.tsx';
import { Note } from '../design/note.tsx';
import { MAIZE_POLICY } from './decision-request.ts';
import { forecastWords } from './decision-words.ts';
import type { FieldOutlook } from './field-outlook.ts';
import { tonnes } from './yield-text.ts';

export interface RankingOnlyProps {
  readonly outlook: FieldOutlook;
  /** Why the policy of that name cannot be asked; null if there is none. */
  readonly misfit: string | null;
  /** Whether the service has not answered yet, so that nothing is known of the policy. */
  readonly isWaiting?: boolean;
}

const COMMAND = 'npm start';

export function RankingOnly({ outlook, misfit, isWaiting = false }: RankingOnlyProps): JSX.Element {
  const { best, usual, form } = outlook;
  const gain = best.expected - usual.expected;
  return (
    <>
      <section class="card decision-card" aria-label="What the model prefers">
        <p class="sentence">
          {best.hybrid === form.usual
            ? `The model likes your usual hybrid best in ${form.field}.`
            : `In ${form.field} the model prefers ${best.hybrid}.`}
        </p>
        {best.hybrid !== form.usual && (
          <p>
            It expects {tonnes(gain)} more than of {form.usual}, your usual hybrid. Nobody says here
            whether you can afford to try it.
          </p>
        )}
        <ul class="sentences">
          {forecastWords(outlook)
            .slice(0, 1)
            .map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          {outlook.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </section>
      {!isWaiting && <NoPolicy misfit={misfit} />}
    </>
  );
}

function NoPolicy({ misfit }: { readonly misfit: string | null }): JSX.Element {
  return (
    <Note
      tone="careful"
      title={
        misfit === null
          ? `The service has no policy “${MAIZE_POLICY}”`
          : `The policy “${MAIZE_POLICY}” of this service cannot be asked`
      }
    >
      <p>
        {misfit === null
          ? 'So there are no books that say what can be risked: only the ranking works.'
          : `The reason: ${misfit}. Only the ranking works.`}{' '}
        This starts a service that has one, ready to try:
      </p>
      <CopyText text={COMMAND} what="the command" />
    </Note>
  );
}
