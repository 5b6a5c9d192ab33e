/**
 * The list of pages is open where it stands beside the text, and closed where it would stand above it.
 */
const BESIDE = '(min-width: 56.01rem)';

/** Opens and closes the list with the width of the window. */
export function openBeside(list: HTMLDetailsElement): void {
  const room = matchMedia(BESIDE);
  const follow = () => {
    list.open = room.matches;
  };
  follow();
  room.addEventListener('change', follow);
}
