/** Plays trials in a process of its own and prints the most memory it ever held, in megabytes. */
import { createEngine } from '../../packages/core/src/model/kernel/create-engine.ts';
import { playTrials } from './trial-set.ts';

const [trialCount, roundCount] = process.argv.slice(2).map(Number) as [number, number];
playTrials(createEngine(), { firstTrial: 0, trialCount, roundCount });
process.stdout.write(`${process.resourceUsage().maxRSS / 1024}\n`);
