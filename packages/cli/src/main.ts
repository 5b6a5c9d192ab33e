/**
 * The hedgerow command: reads the arguments and hands over to one command.
 *
 * Data goes to standard output, progress and messages to standard error.
 */
import { Command } from 'commander';
import { commandWithoutLab } from './command-without-lab.ts';
import { endWithStarter } from './output/end-with-starter.ts';
import { EXIT_BAD_INPUT, reportFailure } from './output/exit-codes.ts';
import { requireWholeWords } from './output/require-whole-words.ts';
import { endQuietlyWhenReaderLeaves } from './output/text-output.ts';
import { VERSION } from './version.ts';

/** In the order of the help. Each is loaded when it is needed: the lab alone takes half a second. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./commands/start-command.ts')).startCommand(),
  demo: async () => (await import('./commands/demo-command.ts')).demoCommand(),
  decide: async () => (await import('./commands/decide-command.ts')).decideCommand(),
  observe: async () => (await import('./commands/decide-command.ts')).observeCommand(),
  farm: async () => (await import('./commands/farm-command.ts')).farmCommand(),
  forecast: async () => {
    const { forecastCommand } = await import('./commands/forecast-command.ts');
    const { forecastCheckCommand } = await import('./commands/forecast-check-command.ts');
    return forecastCommand().addCommand(forecastCheckCommand());
  },
  maize: async () => (await import('./commands/maize-command.ts')).maizeCommand(),
  serve: async () => (await import('./commands/serve-command.ts')).serveCommand(),
  keys: async () => (await import('./commands/keys-command.ts')).keysCommand(),
  mcp: async () => (await import('./commands/mcp-command.ts')).mcpCommand(),
  verify: async () => (await import('./commands/verify-command.ts')).verifyCommand(),
  compact: async () => (await import('./commands/compact-command.ts')).compactCommand(),
  forget: async () => (await import('./commands/forget-command.ts')).forgetCommand(),
  renew: async () => (await import('./commands/renew-command.ts')).renewCommand(),
  plan: async () => (await import('./commands/plan-command.ts')).planCommand(),
  reproduce: async () => (await import('./commands/reproduce-command.ts')).reproduceCommand(),
  run: async () => (await import('./commands/run-command.ts')).runCommand(),
  worker: async () => (await import('./commands/worker-command.ts')).workerCommand(),
  audit: async () => (await import('./commands/audit-command.ts')).auditCommand(),
  evaluate: async () => (await import('./commands/evaluate-command.ts')).evaluateCommand(),
  export: async () => (await import('./commands/export-command.ts')).exportCommand(),
  bounds: async () => (await import('./commands/bounds-command.ts')).boundsCommand(),
  price: async () => (await import('./commands/price-command.ts')).priceCommand(),
  thornbush: async () => (await import('./commands/thornbush-command.ts')).thornbushCommand(),
  replay: async () => (await import('./commands/replay-command.ts')).replayCommand(),
};

endQuietlyWhenReaderLeaves();
endWithStarter();
const program = new Command('hedgerow')
  .description('Safe decisions from forecasts: learn what works best, never end up much worse.')
  .version(VERSION)
  // What stands behind a part of a command is for the part, also where both have an option of that name.
  .enablePositionalOptions()
  .showHelpAfterError('(add --help for the list of commands and options)')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : EXIT_BAD_INPUT));
for (const name of namesFor(process.argv[2] ?? '')) {
  program.addCommand(await COMMANDS[name]!().catch((error) => commandWithoutLab(name, error)));
}
inheritSettings(program);
await reportFailure(async () => {
  requireWholeWords(process.argv.slice(2));
  await program.parseAsync();
});

/** Returns this name if there is such a command; else all of them, for the help and its hints. The version needs none. */
function namesFor(name: string): readonly string[] {
  if (name === '--version' || name === '-V') return [];
  return Object.hasOwn(COMMANDS, name) ? [name] : Object.keys(COMMANDS);
}

/** Gives commands, and the parts of commands, the program's ways of ending and of helping. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    inheritSettings(command);
  }
}
