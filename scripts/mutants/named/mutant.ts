/**
 * What a named mutant says: a line as it stands, a wrong line, and the tests that must notice.
 */
export interface Mutant {
  readonly name: string;
  /** The file, from the root of the repository. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Test files or folders, one of which must fail. */
  readonly tests: readonly string[];
}
