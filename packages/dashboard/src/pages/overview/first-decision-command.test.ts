/**
 * The command of the empty overview is one that works.
 */
import { createPolicy } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { firstDecisionCommand } from './first-decision-command.ts';

describe('firstDecisionCommand', () => {
  const command = firstDecisionCommand('http://127.0.0.1:8080');

  it('speaks to the service that handed out the page', () => {
    expect(command).toContain('curl http://127.0.0.1:8080/v1/policies/maize/decisions');
  });

  it('carries a definition and a forecast that the core accepts', () => {
    const { policy, context } = JSON.parse(/-d '(.*)'$/s.exec(command)![1]!);
    expect(createPolicy({ ...policy, seed: 1 }).decide(context).action).toBe('local');
  });

  it('has no quote that would end the text in a shell', () => {
    expect(command.match(/'/g)).toHaveLength(4);
  });
});
