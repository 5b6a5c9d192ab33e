/**
 * Whether an answer is the file that was asked for: a page that asks for a name and a password is answered with 200, too.
 */
import type { ExportFormat } from '@hedgerow/service/wire';
import { ConnectionError } from './errors.ts';

const LINES = 'application/jsonl';
const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  jsonl: LINES,
  receipts: LINES,
  log: LINES,
  parquet: 'application/vnd.apache.parquet',
};

/** Returns the file as it arrives; throws a ConnectionError if it is none of this format. */
export async function exportOf(
  { headers, body }: Response,
  format: ExportFormat,
): Promise<ReadableStream<Uint8Array>> {
  const sent = headers.get('content-type') ?? 'none';
  if (sent.split(';', 1)[0]!.trim().toLowerCase() === TYPES[format]) {
    return body ?? new ReadableStream({ start: (controller) => controller.close() });
  }
  await body?.cancel();
  throw new ConnectionError(
    `The answer must be a file of the type ${TYPES[format]}, but its type is ${JSON.stringify(sent)}. Check that the url leads to the service.`,
  );
}
