/**
 * Says in the header whether the service answers.
 */
import type { JSX } from 'preact';
import { type Connection, connection } from '../live/connection.ts';

const TEXTS: Readonly<Record<Connection['state'], string>> = {
  /** Some pages ask nothing; the text only keeps the place. */
  unknown: 'Not asked yet',
  up: 'Service is up',
  away: 'Service is away',
};

export function ServiceStatus(): JSX.Element {
  const { state } = connection.value;
  return (
    <span class={`service-status service-status-${state}`} role="status">
      <span class="service-status-text">{TEXTS[state]}</span>
    </span>
  );
}
