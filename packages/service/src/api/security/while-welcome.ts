/**
 * What takes long is gone on with only while its caller would still be let in: a key that was revoked gets nothing more of an export that it
 * began before, and of the rewards that it was sending no more are taken.
 */
import { ServiceProblem } from '../../problems/problem.ts';

/** Passes pieces on, and throws a problem instead of the first for which the caller is not welcome any more. */
export async function* whileWelcome<Piece>(
  pieces: AsyncIterable<Piece>,
  isWelcome: () => Promise<boolean>,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    if (!(await isWelcome())) throw notWelcome();
    yield piece;
  }
}

function notWelcome(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_UNAUTHENTICATED',
    detail: 'The API key was revoked or has expired meanwhile. What comes after this was not done.',
  });
}
