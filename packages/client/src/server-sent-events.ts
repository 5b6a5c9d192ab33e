/**
 * Reads server-sent events from the pieces of a text, wherever it was cut.
 */
export interface ServerSentEvent {
  /** `message` if the event has no name. */
  readonly name: string;
  readonly data: string;
}

/** Yields each event as soon as it is complete; one that was cut off at the end is left out. */
export async function* readServerSentEvents(
  pieces: AsyncIterable<string>,
): AsyncGenerator<ServerSentEvent, void, void> {
  let name = '';
  let data: string[] = [];
  for await (const line of readLines(pieces)) {
    if (line === '') {
      if (data.length > 0) yield { name: name === '' ? 'message' : name, data: data.join('\n') };
      name = '';
      data = [];
      continue;
    }
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
}

async function* readLines(pieces: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let rest = '';
  for await (const piece of pieces) {
    rest += piece;
    // A return at the very end may be the first half of a line break.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    yield* lines;
  }
}
