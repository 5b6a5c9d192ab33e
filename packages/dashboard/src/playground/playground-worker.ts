/**
 * The worker of the playground: plays a run a step at a time and reports after each, so that it can be
 * paused between steps and the page never waits. It is ended by the page.
 */
import type { MessageFromWorker, MessageToWorker } from './messages.ts';
import { recordedRounds } from './recorded-rounds.ts';
import { Simulation } from './simulation.ts';

interface Run {
  readonly simulation: Simulation;
  readonly stops: readonly number[];
  readonly pauseMs: number;
  nextStop: number;
  isPaused: boolean;
}

let run: Run | null = null;

addEventListener('message', ({ data }: MessageEvent<MessageToWorker>) => {
  if (data.kind === 'start') start(data);
  else if (run !== null) setPaused(run, data.kind === 'pause');
});

function start({ configuration, pauseMs }: Extract<MessageToWorker, { kind: 'start' }>): void {
  try {
    const simulation = new Simulation(configuration);
    const stops = recordedRounds(configuration.rounds);
    run = { simulation, stops, pauseMs, nextStop: 0, isPaused: false };
    step(run);
  } catch (error) {
    fail(error);
  }
}

function setPaused(own: Run, isPaused: boolean): void {
  const wasPaused = own.isPaused;
  own.isPaused = isPaused;
  if (wasPaused && !isPaused) step(own);
}

/** Plays up to the next stop; messages that came meanwhile are heard before the one after it. */
function step(own: Run): void {
  if (own.isPaused || own.nextStop >= own.stops.length) return;
  try {
    own.simulation.advanceTo(own.stops[own.nextStop]!);
    own.nextStop += 1;
    send({ kind: 'progress', round: own.simulation.round, state: own.simulation.state() });
    setTimeout(() => step(own), own.pauseMs);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  run = null;
  send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
}

function send(message: MessageFromWorker): void {
  postMessage(message);
}
