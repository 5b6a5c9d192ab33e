/**
 * `hedgerow mcp`: tools for an agent that starts its servers itself (Model Context Protocol over standard input and output).
 */
import { Command } from 'commander';
import { EXIT_BAD_INPUT, reportFailure } from '../output/exit-codes.ts';
import { STANDARD_ADDRESS, serviceAddress } from '../service/service-address.ts';
import { VERSION } from '../version.ts';

/** Where the key is best given: arguments are seen by other users of the machine. */
const KEY_VARIABLE = 'HEDGEROW_API_KEY';

interface McpOptions {
  readonly url: string;
  readonly key?: string;
}

/** Returns the command, ready to be added to the program. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .description('tools for agents over standard input and output, from a service that runs')
    .option('--url <address>', 'where the service is', serviceAddress, STANDARD_ADDRESS)
    .option('--key <key>', `API key; better given as ${KEY_VARIABLE}`)
    .addHelpText('after', HELP)
    .action((options: McpOptions) => reportFailure(() => serve(options)));
}

const HELP = `
The tools are list_policies, preview, decide, observe and budget; each needs the scope of the call that it makes.
A service offers the same over HTTP, at /mcp.

Example, as agents are told of it:
  { "command": "npx", "args": ["hedgerow", "mcp", "--url", "http://127.0.0.1:8080"], "env": { "${KEY_VARIABLE}": "hk_…" } }`;

async function serve({ url, key }: McpOptions): Promise<void> {
  const { serveMcpStdio } = await import('@hedgerow/service/mcp');
  const apiKey = key ?? process.env[KEY_VARIABLE] ?? null;
  serveMcpStdio({ address: url, apiKey, version: VERSION, onFault: tellFault });
}

/** Whoever started us hears nothing else of a line that was passed over, or at which the reading ended. */
function tellFault({ message }: Error): void {
  process.stderr.write(
    `hedgerow: A message must be one line of JSON, of at most 10 MiB, but one was not (${message}).\n`,
  );
  if (message.includes('maximum size')) process.exitCode = EXIT_BAD_INPUT;
}
