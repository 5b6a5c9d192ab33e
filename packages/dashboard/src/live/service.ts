/**
 * The client of the service that handed out this page; made anew when the key changes.
 */
import { type Client, createClient } from '@hedgerow/client';
import { computed, type ReadonlySignal } from '@preact/signals';
import { apiKey } from './api-key.ts';

export const client: ReadonlySignal<Client> = computed(() =>
  createClient({
    url: location.origin,
    ...(apiKey.value === undefined ? {} : { apiKey: apiKey.value }),
  }),
);
