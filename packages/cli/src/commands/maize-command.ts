/**
 * `hedgerow maize`: from the official field trials to a recommendation.
 */
import { Command } from 'commander';
import { maizeAccuracyCommand } from './maize-accuracy-command.ts';
import { maizeFitCommand } from './maize-fit-command.ts';
import { maizeFitMixedCommand } from './maize-fit-mixed-command.ts';
import { maizeImportCommand } from './maize-import-command.ts';
import { maizeObserveCommand, maizeRecommendCommand } from './maize-recommend-command.ts';

/** Returns the command with its parts. */
export function maizeCommand(): Command {
  return new Command('maize')
    .description('maize: import trial data, fit a model, recommend a hybrid')
    .addCommand(maizeImportCommand())
    .addCommand(maizeFitCommand())
    .addCommand(maizeFitMixedCommand())
    .addCommand(maizeAccuracyCommand())
    .addCommand(maizeRecommendCommand())
    .addCommand(maizeObserveCommand());
}
