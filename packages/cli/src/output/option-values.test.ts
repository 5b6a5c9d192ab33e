import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { formatOption } from './option-values.ts';

function formatGiven(...words: string[]): string {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  command.addOption(formatOption()).parse(words, { from: 'user' });
  return command.opts<{ format: string }>().format;
}

describe('the option --format', () => {
  it('is text unless json is asked for', () => {
    expect(formatGiven()).toBe('text');
    expect(formatGiven('--format', 'json')).toBe('json');
  });

  it('refuses every other word and says which there are', () => {
    expect(() => formatGiven('--format', 'xml')).toThrow('It must be one of: text, json.');
  });
});
