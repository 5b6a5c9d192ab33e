/**
 * A command that needs the lab, where the lab is not installed.
 *
 * Serving, deciding and planning a farm do without the lab, so installing `hedgerow` leaves it out: its
 * figures, queues and models take more room than all the rest. A command that needs it stands
 * in the help all the same, and says how to get it.
 */
import { Command } from 'commander';
import { EXIT_BAD_INPUT } from './output/exit-codes.ts';
import { VERSION } from './version.ts';

/** Returns the command that says so, if the lab is what was not found; else throws the error again. */
export function commandWithoutLab(name: string, error: unknown): Command {
  if (!isLabMissing(error)) throw error;
  return new Command(name)
    .description(`needs the lab: npm install @hedgerow/lab@${VERSION}`)
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(() => {
      process.stderr.write(
        `hedgerow ${name} needs the lab, which is a package of its own and is not installed. ` +
          `Install it where hedgerow is: npm install @hedgerow/lab@${VERSION} ` +
          '(with --global if hedgerow was installed so).\n',
      );
      process.exitCode = EXIT_BAD_INPUT;
    });
}

function isLabMissing(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes("'@hedgerow/lab'");
}
