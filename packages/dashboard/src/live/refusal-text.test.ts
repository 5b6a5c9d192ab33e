import { expect, it } from 'vitest';
import { refusalText } from './refusal-text.ts';

it('tells a key that may not which one may, and passes on what the service says', () => {
  expect(refusalText({ kind: 'forbidden', detail: 'no' })).toContain('needs the scope admin');
  expect(refusalText({ kind: 'refused', detail: 'The name is too long.' })).toBe(
    'The name is too long.',
  );
});
