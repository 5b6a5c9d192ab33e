/**
 * `hedgerow farm`: from tables of one's own to the plan of a season, and to its harvest.
 */
import { Command } from 'commander';
import { farmCheckCommand } from './farm-check-command.ts';
import { farmFitCommand } from './farm-fit-command.ts';
import { farmHarvestCommand } from './farm-harvest-command.ts';
import { farmPlanCommand } from './farm-plan-command.ts';
import { farmRecommendCommand } from './farm-recommend-command.ts';

/** Returns the command with its parts. */
export function farmCommand(): Command {
  return new Command('farm')
    .description('a farm of your own: tables, yield model, plan of a season, harvest')
    .addCommand(farmCheckCommand())
    .addCommand(farmFitCommand())
    .addCommand(farmRecommendCommand())
    .addCommand(farmPlanCommand())
    .addCommand(farmHarvestCommand());
}
