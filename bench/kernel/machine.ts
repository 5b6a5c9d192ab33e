/** Where and when the numbers were measured: without this they mean nothing. */
import { availableParallelism, cpus } from 'node:os';

export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const date = new Date().toISOString().slice(0, 10);
  return `${model}, ${availableParallelism()} cores, Node ${process.versions.node}, ${date}`;
}
