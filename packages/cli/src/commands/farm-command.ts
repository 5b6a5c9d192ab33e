/**
 * `hedgerow farm`: from tables of one's own to the plan of a season.
 */
import { Command } from 'commander';
import { farmCheckCommand } from './farm-check-command.ts';
import { farmFitCommand } from './farm-fit-command.ts';

/** Returns the command with its parts. */
export function farmCommand(): Command {
  return new Command('farm')
    .description('a farm of your own: tables, yield model, plan of a season, harvests')
    .addCommand(farmCheckCommand())
    .addCommand(farmFitCommand());
}
