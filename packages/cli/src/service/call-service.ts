/**
 * Calls a running service over HTTP, as any client can.
 */
import { CommandFailure } from '../output/exit-codes.ts';

export interface ServiceCall {
  /** `http://127.0.0.1:8080`, without a slash at its end. */
  readonly address: string;
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: unknown;
  /** The Idempotency-Key header. */
  readonly key?: string;
}

/** Why a service refused: its HTTP status, its code, and the sentence it gave. */
export class ServiceRefusal extends CommandFailure {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.name = 'ServiceRefusal';
    this.status = status;
    this.code = code;
  }
}

/** Returns the JSON that the service answers; throws what it refuses. */
export async function callService<Answer>(call: ServiceCall): Promise<Answer> {
  const text = JSON.stringify(call.body);
  return JSON.parse(await answerTo(call, text, 'application/json')) as Answer;
}

/** Sends a list as JSON lines and returns the lines of the answer. */
export async function sendLines<Answer>(
  call: Omit<ServiceCall, 'body' | 'method'> & { readonly lines: readonly unknown[] },
): Promise<Answer[]> {
  const text = call.lines.map((line) => JSON.stringify(line)).join('\n');
  const answer = await answerTo({ ...call, method: 'POST' }, text, 'application/jsonl');
  return answer
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Answer);
}

async function answerTo(
  { address, path, method = 'GET', key }: ServiceCall,
  body: string | undefined,
  contentType: string,
): Promise<string> {
  const response = await reach(address, `${address}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': contentType }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (response.ok) return text;
  throw refusalOf(response.status, text);
}

async function reach(address: string, url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    const cause = (error as Error).cause;
    const said = cause instanceof Error && cause.message !== '' ? cause.message : String(error);
    throw new CommandFailure(
      `A hedgerow service must answer at ${address}, but it does not (${said}). Start one with: npx hedgerow start`,
    );
  }
}

function refusalOf(status: number, text: string): ServiceRefusal {
  try {
    const { code, detail } = JSON.parse(text) as { code: string; detail: string };
    return new ServiceRefusal(status, code, `The service refused: ${detail} [${code}]`);
  } catch {
    return new ServiceRefusal(status, '', `The service answered ${status}: ${text.slice(0, 200)}`);
  }
}
