/**
 * Looks that read all decisions of a policy or of a site take long. Of each there is one under way and one that comes next:
 * whoever asks meanwhile shares the next one with everybody else who does. So however many ask, two are read, and
 * everybody sees at least what was there when they asked.
 */
interface UnderWay {
  /** What the next one will say; null while nobody waits for it. */
  next: { readonly answer: Promise<unknown>; readonly begin: () => void } | null;
}

export class SharedLooks {
  readonly #underWay = new Map<string, UnderWay>();

  /** Returns what `look` says; the same name must stand for the same look. */
  async share<Answer>(name: string, look: () => Promise<Answer>): Promise<Answer> {
    const underWay = this.#underWay.get(name);
    if (underWay === undefined) return this.#take(name, look);
    underWay.next ??= this.#later(name, look);
    return underWay.next.answer as Promise<Answer>;
  }

  async #take<Answer>(name: string, look: () => Promise<Answer>): Promise<Answer> {
    const own: UnderWay = { next: null };
    this.#underWay.set(name, own);
    try {
      return await look();
    } finally {
      this.#underWay.delete(name);
      own.next?.begin();
    }
  }

  #later<Answer>(name: string, look: () => Promise<Answer>): NonNullable<UnderWay['next']> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    return { answer: promise, begin: () => resolve(this.#take(name, look)) };
  }
}
