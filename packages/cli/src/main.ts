/**
 * The hedgerow command: reads the arguments and hands over to one command.
 *
 * Data goes to standard output, progress and messages to standard error.
 */
import { Command } from 'commander';
import { auditCommand } from './commands/audit-command.ts';
import { boundsCommand } from './commands/bounds-command.ts';
import { decideCommand, observeCommand } from './commands/decide-command.ts';
import { demoCommand } from './commands/demo-command.ts';
import { maizeCommand } from './commands/maize-command.ts';
import { planCommand } from './commands/plan-command.ts';
import { replayCommand } from './commands/replay-command.ts';
import { reproduceCommand } from './commands/reproduce-command.ts';
import { runCommand } from './commands/run-command.ts';
import { EXIT_BAD_INPUT } from './output/exit-codes.ts';
import { endQuietlyWhenReaderLeaves } from './output/text-output.ts';
import { VERSION } from './version.ts';

endQuietlyWhenReaderLeaves();
const program = new Command('hedgerow')
  .description('Safe decisions from forecasts: learn what works best, never end up much worse.')
  .version(VERSION)
  .showHelpAfterError('(add --help for the list of commands and options)')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : EXIT_BAD_INPUT))
  .addCommand(demoCommand())
  .addCommand(decideCommand())
  .addCommand(observeCommand())
  .addCommand(maizeCommand())
  .addCommand(planCommand())
  .addCommand(reproduceCommand())
  .addCommand(runCommand())
  .addCommand(auditCommand())
  .addCommand(boundsCommand())
  .addCommand(replayCommand());
inheritSettings(program);
await program.parseAsync();

/** Gives commands, and the parts of commands, the program's ways of ending and of helping. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    inheritSettings(command);
  }
}
