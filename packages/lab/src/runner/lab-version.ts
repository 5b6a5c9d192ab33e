/** The version of the lab, as its package.json says; results carry it. */
import { readFileSync } from 'node:fs';

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

export const LAB_VERSION: string = JSON.parse(manifest).version;
