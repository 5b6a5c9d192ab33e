/**
 * Promises of reading server-sent events.
 */
import { describe, expect, it } from 'vitest';
import { readServerSentEvents, type ServerSentEvent } from './server-sent-events.ts';

async function read(pieces: readonly string[]): Promise<ServerSentEvent[]> {
  async function* all() {
    yield* pieces;
  }
  const events: ServerSentEvent[] = [];
  for await (const event of readServerSentEvents(all())) events.push(event);
  return events;
}

const TEXT = ': hello\r\n\r\nevent: news\r\ndata: {"a":1}\r\n\r\nid: 7\ndata:one\ndata: two\n\n';
const EVENTS = [
  { name: 'news', data: '{"a":1}' },
  { name: 'message', data: 'one\ntwo' },
];

describe('readServerSentEvents', () => {
  it('reads the same events wherever the text is cut', async () => {
    expect(await read([TEXT])).toEqual(EVENTS);
    expect(await read([...TEXT])).toEqual(EVENTS);
    for (let cut = 1; cut < TEXT.length; cut++) {
      expect(await read([TEXT.slice(0, cut), TEXT.slice(cut)])).toEqual(EVENTS);
    }
  });

  it('leaves out an event that was cut off', async () => {
    expect(await read(['data: whole\n\ndata: ha'])).toEqual([{ name: 'message', data: 'whole' }]);
  });

  it('does not carry the name of one event over to the next', async () => {
    const names = (await read(['event: news\ndata: 1\n\ndata: 2\n\n'])).map(({ name }) => name);
    expect(names).toEqual(['news', 'message']);
  });

  it('keeps line separators of Unicode, which are no line breaks here', async () => {
    const data = '{"text":"a\u2028b\u2029c"}';
    expect(await read([`data: ${data}\n\n`])).toEqual([{ name: 'message', data }]);
  });
});
