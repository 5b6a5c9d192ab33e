/**
 * What moves in the guide: the colours, the search, and the playground where a page asks for it.
 *
 * Everything else is plain HTML that reads well without a script.
 */
import '@hedgerow/dashboard/design/tokens.css';
import '@hedgerow/dashboard/design/base.css';
import './guide.css';
import { applyStoredScheme } from '@hedgerow/dashboard/colour-scheme';
import { openBeside } from './open-beside.ts';
import { offerSchemes } from './scheme-choice.ts';
import { offerSearch } from './search-box.ts';

applyStoredScheme();
openBeside(document.querySelector<HTMLDetailsElement>('.guide-navigation details')!);
offerSchemes(document.querySelector<HTMLSelectElement>('#scheme')!);
offerSearch(document.querySelector<HTMLElement>('#search')!);

const place = document.querySelector<HTMLElement>('[data-part="playground"]');
if (place !== null) {
  const { showPlayground } = await import('@hedgerow/dashboard/playground');
  showPlayground(place);
}
