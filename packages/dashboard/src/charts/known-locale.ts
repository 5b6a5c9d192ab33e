/**
 * Gives the drawing library a language that exists.
 *
 * uPlot asks for number formats of `navigator.language` as soon as it is loaded, and throws where a
 * browser reports a name that is none, such as `en-US@posix`. This must be imported before it.
 */
if (!isKnown(navigator.language)) {
  Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
}

function isKnown(locale: string): boolean {
  try {
    return new Intl.NumberFormat(locale).format(0) !== '';
  } catch {
    return false;
  }
}
