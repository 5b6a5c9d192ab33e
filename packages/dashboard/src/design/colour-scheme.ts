/**
 * Light, dark, or as the system says; kept in the browser.
 */
import { type Signal, signal } from '@preact/signals';

export type ColourScheme = 'system' | 'light' | 'dark';

const STORAGE_NAME = 'hedgerow.scheme';

export const colourScheme: Signal<ColourScheme> = signal('system');

/** Counts changes of what is seen, so that charts on canvas know when to draw again. */
export const schemeVersion: Signal<number> = signal(0);

/** Reads what was chosen on an earlier visit; storage may be forbidden, then nothing is kept. */
export function applyStoredScheme(): void {
  try {
    show(readScheme(localStorage.getItem(STORAGE_NAME)));
  } catch {
    show('system');
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    schemeVersion.value += 1;
  });
}

export function chooseScheme(scheme: ColourScheme): void {
  show(scheme);
  try {
    localStorage.setItem(STORAGE_NAME, scheme);
  } catch {
    // Without storage the choice holds until the page is closed.
  }
}

function show(scheme: ColourScheme): void {
  colourScheme.value = scheme;
  if (scheme === 'system') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
  schemeVersion.value += 1;
}

function readScheme(text: string | null): ColourScheme {
  return text === 'light' || text === 'dark' ? text : 'system';
}
