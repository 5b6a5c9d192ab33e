/**
 * `hedgerow export POLICY`: the decisions of a service that runs, as a file.
 */
import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConnectionError, createClient, type ExportFormat, ServiceError } from '@hedgerow/client';
import { Command, Option } from 'commander';
import { CommandFailure, reportFailure } from '../output/exit-codes.ts';
import { interruptible } from '../output/interruptible.ts';
import { writeWhole } from '../output/whole-file.ts';
import { STANDARD_ADDRESS, serviceAddress } from '../service/service-address.ts';

/** Where the key is best given: arguments are seen by other users of the machine. */
const KEY_VARIABLE = 'HEDGEROW_API_KEY';
const FORMATS: readonly ExportFormat[] = ['log', 'parquet', 'receipts', 'jsonl', 'csv'];

type Export = ReadableStream<Uint8Array>;

interface ExportOptions {
  readonly format: ExportFormat;
  readonly output?: string;
  readonly site?: string;
  readonly url: string;
  readonly key?: string;
}

/** Returns the command, ready to be added to the program. */
export function exportCommand(): Command {
  return new Command('export')
    .description('the decisions of a policy as a file, from a service that runs')
    .argument('<policy>', 'the policy that decided')
    .addOption(
      new Option('--format <format>', 'what for: see below').choices(FORMATS).default('log'),
    )
    .option('--output <file>', 'where to write it; to standard output if left out')
    .option('--site <name>', 'only what was decided at this site')
    .option('--url <address>', 'where the service is', serviceAddress, STANDARD_ADDRESS)
    .option('--key <key>', `API key with the scope export; better given as ${KEY_VARIABLE}`)
    .addHelpText('after', HELP)
    .action((policy: string, options: ExportOptions) =>
      reportFailure(() => exportDecisions(policy, options)),
    );
}

const HELP = `
  log       JSON lines: what was known, what was done and with which probability, what it paid (hedgerow evaluate)
  parquet   the same as a table
  receipts  JSON lines with receipts (hedgerow audit)
  jsonl     a short line for each decision
  csv       the same for spreadsheets

It is written as it arrives, however long it is.

Examples:
  hedgerow export farm --output farm.jsonl
  hedgerow export farm --format parquet --output farm.parquet`;

async function exportDecisions(policy: string, options: ExportOptions): Promise<void> {
  const { output } = options;
  if (output === undefined) return await copyTo(process.stdout, await ask(policy, options));
  await interruptible(`${output} is as it was.`, async (signal) => {
    const file = await ask(policy, options);
    await writeWhole(output, (draft) => copyTo(createWriteStream(draft), file, signal));
  });
}

async function ask(policy: string, options: ExportOptions): Promise<Export> {
  const { format, site, url, key = process.env[KEY_VARIABLE] } = options;
  const client = createClient({ url, ...(key === undefined ? {} : { apiKey: key }) });
  try {
    return await client.export(policy, format, site === undefined ? {} : { site });
  } catch (error) {
    const isTold = error instanceof ServiceError || error instanceof ConnectionError;
    throw isTold ? new CommandFailure(error.message) : error;
  }
}

/** A connection that breaks off is told as such: what came until then is no export. */
async function copyTo(target: Writable, file: Export, signal?: AbortSignal): Promise<void> {
  const source = Readable.fromWeb(file);
  let fault: unknown = null;
  source.once('error', (error) => {
    fault = error;
  });
  const end = target !== process.stdout;
  try {
    await pipeline(source, target, { end, ...(signal === undefined ? {} : { signal }) });
  } catch (error) {
    if (error !== fault || signal?.aborted === true) throw error;
    throw new CommandFailure(
      `The service must send the whole file, but the connection broke off (${(error as Error).message}). Try again when it runs.`,
    );
  }
}
