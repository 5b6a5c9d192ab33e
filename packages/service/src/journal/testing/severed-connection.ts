/**
 * A cable to PostgreSQL that can be cut or held: everything is passed on until it is told what to cut at.
 */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface Cable {
  readonly port: number;
  /** Cuts all connections when a client sends this word: before it arrives, or once it has. */
  cutAt(word: string, when: 'before' | 'after'): void;
  /** Cuts all connections now. */
  cut(): void;
  /** Passes nothing on any more, and tells nobody: what is sent waits, and so do new connections. */
  hold(): void;
  /** Passes everything on again, beginning with what has waited. */
  resume(): void;
  close(): Promise<void>;
}

/** Told what a client sends, connection by connection. */
type Listener = (connection: number, data: Buffer) => void;

export async function layCable(serverPort: number, listen: Listener = () => {}): Promise<Cable> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const flow = (socket: Socket) => (isHeld ? socket.pause() : socket.resume());
  let plan: { word: string; when: 'before' | 'after' } | null = null;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  let connectionCount = 0;
  const server = createServer((near) => {
    connectionCount += 1;
    const connection = connectionCount;
    const far = connect(serverPort, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (data) => {
      listen(connection, data);
      const isMeant = plan !== null && data.includes(plan.word);
      if (!isMeant) {
        far.write(data);
        return;
      }
      const { when } = plan!;
      plan = null;
      if (when === 'before') cut();
      // The server's answer to it is the proof that it has done what was asked; nobody hears it.
      else {
        far.removeAllListeners('data');
        far.once('data', cut);
        far.write(data);
      }
    });
    far.on('data', (data) => near.write(data));
    flow(near);
    flow(far);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    hold: () => {
      isHeld = true;
      for (const socket of sockets) flow(socket);
    },
    resume: () => {
      isHeld = false;
      for (const socket of sockets) flow(socket);
    },
    cutAt: (word, when) => {
      plan = { word, when };
    },
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
