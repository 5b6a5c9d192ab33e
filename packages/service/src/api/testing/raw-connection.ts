/**
 * A bare connection for tests: sends what no client would send, and keeps what comes back.
 */
import { connect, type Socket } from 'node:net';

export interface RawConnection {
  readonly socket: Socket;
  send(text: string): void;
  /** What has come so far. */
  received(): string;
  /** Waits until the text has come. */
  until(text: string): Promise<void>;
  /** Waits until the other side closes, and returns everything. */
  closed(): Promise<string>;
}

export async function openRawConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let isClosed = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const check of waiting) check();
  };
  socket.setEncoding('utf8');
  socket.on('data', (piece: string) => {
    text += piece;
    wake();
  });
  socket.on('error', wake);
  socket.on('close', () => {
    isClosed = true;
    wake();
  });
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (!condition() && !isClosed) return;
        waiting.delete(check);
        if (condition()) resolve();
        else reject(new Error(`The connection closed after ${JSON.stringify(text)}.`));
      };
      waiting.add(check);
      check();
    });
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    socket,
    send: (piece) => socket.write(piece),
    received: () => text,
    until: (wanted) => until(() => text.includes(wanted)),
    closed: async () => {
      await until(() => isClosed);
      return text;
    },
  };
}
