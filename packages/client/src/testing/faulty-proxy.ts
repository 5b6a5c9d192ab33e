/**
 * A proxy in front of the service that does what networks do: it cuts, hangs, and answers itself.
 *
 * Each request takes the next fault of the plan; when the plan is used up, requests pass.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fault =
  | 'pass'
  /** The connection breaks, and the service never hears of the request. */
  | 'cut before'
  /** The service answers, and nothing of the answer arrives. */
  | 'cut after'
  /** The service answers, and only a part of the answer arrives. */
  | 'cut within'
  /** The service answers, and the answer never arrives, nor does the connection break. */
  | 'hang'
  | Answer;

/** The proxy answers by itself. */
export interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: string;
}

export interface FaultyProxy {
  readonly url: string;
  /** Where requests that pass go. */
  target: string;
  /** Faults of the requests to come. */
  plan: Fault[];
  /** What happens once the plan is used up. */
  otherwise: Fault;
  readonly seen: SeenRequest[];
  /** Breaks every connection that is open now. */
  cutAll(): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of this machine. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const server = http.createServer(async (request, response) => {
    const body = await readAll(request);
    const { method = '', url = '' } = request;
    const key = request.headers['idempotency-key'];
    proxy.seen.push({ method, path: url, key: key?.toString(), body });
    const fault = proxy.plan.shift() ?? proxy.otherwise;
    if (fault === 'cut before') response.destroy();
    else if (typeof fault === 'object') {
      response.writeHead(fault.status, fault.headers).end(fault.body);
    } else {
      const outgoing = forward({ target: proxy.target, request, body }, (answer) =>
        deliver(answer, response, fault),
      );
      outgoing.on('error', () => response.destroy());
      response.on('close', () => outgoing.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target,
    plan: [],
    otherwise: 'pass',
    seen: [],
    cutAll: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

interface Forwarded {
  readonly target: string;
  readonly request: http.IncomingMessage;
  readonly body: string;
}

function forward(
  { target, request, body }: Forwarded,
  onAnswer: (answer: http.IncomingMessage) => void,
): http.ClientRequest {
  const { method, headers, url } = request;
  const outgoing = http.request(new URL(url ?? '', target), {
    method: method ?? 'GET',
    headers: { ...headers, host: new URL(target).host },
    agent: false,
  });
  outgoing.on('response', onAnswer);
  outgoing.end(body);
  return outgoing;
}

async function deliver(
  answer: http.IncomingMessage,
  response: http.ServerResponse,
  fault: 'pass' | 'cut after' | 'cut within' | 'hang',
): Promise<void> {
  if (fault === 'pass') {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    response.flushHeaders();
    answer.pipe(response);
    answer.on('error', () => response.destroy());
    return;
  }
  const text = await readAll(answer);
  if (fault === 'cut after') response.destroy();
  if (fault !== 'cut within') return;
  response.writeHead(answer.statusCode ?? 500, { 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

async function readAll(stream: http.IncomingMessage): Promise<string> {
  stream.setEncoding('utf8');
  let text = '';
  try {
    for await (const piece of stream) text += piece;
  } catch {
    // The other side has gone; what came until then is all there is.
  }
  return text;
}
