/**
 * Why a service could not start, as a sentence for whoever starts it: the rule, what is the case, what to do.
 */
export class StartFailure extends Error {
  readonly kind: 'port' | 'address' | 'folder' | 'database' | 'no-key' | 'reports' | 'decider';

  constructor(kind: StartFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartFailure';
    this.kind = kind;
  }
}
