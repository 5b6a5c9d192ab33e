/**
 * Our figures beside those of an independent program: data and folds are the same, so they must be near.
 */
import { readFileSync } from 'node:fs';
import { METHODS, type Method, type Scheme } from './held-out.ts';
import type { SchemeResult } from './measure-accuracy.ts';
import type { Figure, FigureName, MethodScore } from './score-held-out.ts';

/** Apart by more than so many standard errors is a fault. */
const ERRORS_MAX = 3;
/** For figures without any error: what only rounding may change. */
const ROUNDING = 1e-6;

interface Reference {
  readonly schemes: Readonly<
    Record<Scheme, Readonly<Record<Method, Readonly<Partial<Record<FigureName, Figure>>>>>>
  >;
}

export interface Disagreement {
  readonly scheme: Scheme;
  readonly method: Method;
  readonly figure: FigureName;
  readonly ours: number;
  readonly theirs: number;
  /** In standard errors of the reference. */
  readonly distance: number;
}

export interface Agreement {
  readonly figureCount: number;
  /** The largest distance, in standard errors. */
  readonly farthest: Disagreement | null;
  readonly disagreements: readonly Disagreement[];
}

/** Compares all figures that both have. */
export function accuracyAgreement(results: readonly SchemeResult[]): Agreement {
  const reference = readReference();
  const compared = results.flatMap(({ scheme, scores }) =>
    METHODS.filter((method) => scores[method] !== undefined).flatMap((method) =>
      compare(scheme, method, {
        ours: scores[method]!,
        theirs: reference.schemes[scheme][method],
      }),
    ),
  );
  const sorted = compared.toSorted((first, second) => second.distance - first.distance);
  return {
    figureCount: compared.length,
    farthest: sorted[0] ?? null,
    disagreements: sorted.filter(({ distance }) => distance > ERRORS_MAX),
  };
}

function compare(
  scheme: Scheme,
  method: Method,
  { ours, theirs }: { ours: MethodScore; theirs: Readonly<Partial<Record<FigureName, Figure>>> },
): Disagreement[] {
  return (Object.keys(ours) as FigureName[]).flatMap((figure) => {
    const [our, their] = [ours[figure], theirs[figure]];
    if (our === null || their === undefined) return [];
    const gap = Math.abs(our.value - their.value);
    const distance = gap <= ROUNDING ? 0 : gap / Math.max(their.standardError, ROUNDING);
    return [{ scheme, method, figure, ours: our.value, theirs: their.value, distance }];
  });
}

function readReference(): Reference {
  const file = new URL('../../../references/maize-mixed.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Reference;
}
