/**
 * `hedgerow maize`: from the official field trials to a recommendation.
 */
import { Command } from 'commander';
import { maizeFitCommand } from './maize-fit-command.ts';
import { maizeImportCommand } from './maize-import-command.ts';
import { maizeObserveCommand, maizeRecommendCommand } from './maize-recommend-command.ts';

/** Returns the command with its four parts. */
export function maizeCommand(): Command {
  return new Command('maize')
    .description('maize: import trial data, fit a model, recommend a hybrid')
    .addCommand(maizeImportCommand())
    .addCommand(maizeFitCommand())
    .addCommand(maizeRecommendCommand())
    .addCommand(maizeObserveCommand());
}
