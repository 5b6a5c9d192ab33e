/**
 * The foot of every page: what this is, in one sentence.
 */
import type { JSX } from 'preact';

export function Footer(): JSX.Element {
  return (
    <footer class="shell-footer">
      <p>
        hedgerow tries to do better than your usual choice, and only ever risks what your safety
        budget allows. This page sends nothing to anyone but your own service.
      </p>
    </footer>
  );
}
