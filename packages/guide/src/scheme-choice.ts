/**
 * The choice between light, dark and the system's colours; the page of the service keeps the same one.
 */
import { type ColourScheme, chooseScheme, colourScheme } from '@hedgerow/dashboard/colour-scheme';

/** Shows what is chosen, and follows the reader. */
export function offerSchemes(list: HTMLSelectElement): void {
  list.value = colourScheme.value;
  list.addEventListener('change', () => chooseScheme(list.value as ColourScheme));
}
