/**
 * All nets.
 */
import { commandNet, researchNet } from './command-net.ts';
import { coreNet } from './core-net.ts';
import type { Net } from './net.ts';
import { serviceNet } from './service-net.ts';

export const NETS: readonly Net[] = [coreNet, serviceNet, commandNet, researchNet];
