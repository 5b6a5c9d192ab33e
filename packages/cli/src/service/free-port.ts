/**
 * Finds a port that nobody listens on.
 */
import { createServer } from 'node:net';

const PORTS_TRIED = 50;

/** Returns the first free port of this machine from `first` on; 0, any port, if many are taken. */
export async function freePort(first: number): Promise<number> {
  for (let port = first; port < first + PORTS_TRIED; port++) {
    if (await isFree(port)) return port;
  }
  return 0;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
