export type {
  Combination,
  CoveringArray,
  CoveringArrayOptions,
  FactorTable,
  RowOf,
} from './covering-array.ts';
export { type Cell, FACTORS, type FactorName } from './factors.ts';
export { createGrid } from './grid.ts';
export { gridFigures } from './grid-figure.ts';
export { librarySubject, restoredSubject } from './library-subject.ts';
export { type Line, lineName } from './line-name.ts';
export { type LineSize, type LineTask, lineSize, type SizeOptions } from './line-size.ts';
export {
  type LineTally,
  linesOf,
  type PlayLineOptions,
  playLine,
  quickLinesOf,
} from './line-tally.ts';
export {
  SERVICE_ROWS,
  type ServiceLevels,
  type ServicePlay,
  servicePlays,
} from './service-levels.ts';
export type {
  CreateSubject,
  IssuedReceipt,
  Subject,
  SubjectOptions,
  SubjectRequest,
  Told,
} from './subject.ts';
export { judge, type Liveness, type Pool, type Verdict } from './verdict.ts';
