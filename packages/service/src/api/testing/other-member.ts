/**
 * Another member as a test wants it: it writes down what is sent to it, and answers as it is told.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface OtherMember {
  readonly address: string;
  /** Everything that came, in the order in which it was whole. */
  readonly sent: readonly SentRequest[];
  readonly connectionCount: () => number;
  close(): Promise<void>;
}

/** Listens at once; `answer` is called when the whole request is there. */
export async function openOtherMember(
  answer: (response: ServerResponse, request: SentRequest) => void,
): Promise<OtherMember> {
  const sent: SentRequest[] = [];
  let connectionCount = 0;
  const listen: RequestListener = (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const whole = { method, url, headers, body: Buffer.concat(pieces).toString('utf8') };
      sent.push(whole);
      response.setHeader('hedgerow-hop', '1');
      answer(response, whole);
    });
  };
  const server = createServer(listen).on('connection', () => {
    connectionCount += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    connectionCount: () => connectionCount,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
