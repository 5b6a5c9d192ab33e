/**
 * The search field: a list of links under it, from the first letter on.
 *
 * The sections are fetched when the field is first used, from the same place as the page. `/` leads to
 * the field, the arrows through the list, Escape back out.
 */
import { excerpt, type Found, type Section, searchOver } from './search-pages.ts';

type Search = (words: string) => Found[];

/** Makes the field within `place` work. */
export function offerSearch(place: HTMLElement): void {
  const field = place.querySelector('input')!;
  const list = place.querySelector('ul')!;
  const status = place.querySelector('[role=status]')!;
  const root = place.dataset.root!;
  let search: Promise<Search> | undefined;
  const load = () => {
    search ??= loadSearch(place.dataset.sections!);
    return search;
  };

  const show = async () => {
    const words = field.value.trim();
    if (words === '') return clear();
    const found = (await load())(words);
    // What was typed meanwhile has a search of its own.
    if (words !== field.value.trim()) return;
    list.replaceChildren(...found.map((one) => entry(one, { root, words })));
    status.textContent = foundText(found.length);
    place.dataset.open = 'yes';
  };
  const clear = () => {
    list.replaceChildren();
    status.textContent = '';
    delete place.dataset.open;
  };

  field.addEventListener('focus', () => void load());
  field.addEventListener('input', () => void show());
  place.addEventListener('keydown', (event) => walk(event, { field, list, clear }));
  place.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget !== null && !place.contains(relatedTarget as Node)) clear();
  });
  list.addEventListener('click', clear);
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || isTyping(event.target)) return;
    event.preventDefault();
    field.focus();
  });
}

async function loadSearch(address: string): Promise<Search> {
  const answer = await fetch(address);
  return searchOver((await answer.json()) as Section[]);
}

function foundText(count: number): string {
  if (count === 0) return 'Nothing was found.';
  return count === 1 ? 'One place was found.' : `${count} places, best first.`;
}

function entry(
  found: Found,
  { root, words }: { readonly root: string; readonly words: string },
): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${root}${found.id}`;
  const where = document.createElement('span');
  where.className = 'found-where';
  where.textContent =
    found.heading === found.page ? found.page : `${found.page} › ${found.heading}`;
  const text = document.createElement('span');
  text.className = 'found-text';
  text.textContent = excerpt(found.text, words);
  link.append(where, text);
  item.append(link);
  return item;
}

interface Walked {
  readonly field: HTMLInputElement;
  readonly list: HTMLUListElement;
  readonly clear: () => void;
}

/** Arrows go from the field through the links and back; Escape leaves. */
function walk(event: KeyboardEvent, { field, list, clear }: Walked): void {
  if (event.key === 'Escape') {
    clear();
    field.focus();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops: HTMLElement[] = [field, ...list.querySelectorAll('a')];
  if (step === undefined || stops.length === 1) return;
  event.preventDefault();
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[(at + step + stops.length) % stops.length]!.focus();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}
