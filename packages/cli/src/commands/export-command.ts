/**
 * `hedgerow export POLICY`: the decisions of a service that runs, as a file.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createClient, type ExportFormat, ServiceError } from '@hedgerow/client';
import { Command, Option } from 'commander';
import { CommandFailure, reportFailure } from '../output/exit-codes.ts';
import { STANDARD_ADDRESS, serviceAddress } from '../service/service-address.ts';

/** Where the key is best given: arguments are seen by other users of the machine. */
const KEY_VARIABLE = 'HEDGEROW_API_KEY';
const FORMATS: readonly ExportFormat[] = ['log', 'parquet', 'receipts', 'jsonl', 'csv'];

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
  const { format, output, site, url, key = process.env[KEY_VARIABLE] } = options;
  const client = createClient({ url, ...(key === undefined ? {} : { apiKey: key }) });
  const file = await client
    .export(policy, format, site === undefined ? {} : { site })
    .catch((error: unknown) => {
      throw error instanceof ServiceError ? new CommandFailure(error.message) : error;
    });
  const target = output === undefined ? process.stdout : createWriteStream(output);
  await pipeline(Readable.fromWeb(file), target, { end: output !== undefined });
}
