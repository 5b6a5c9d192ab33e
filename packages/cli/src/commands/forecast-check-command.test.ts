import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const COMMAND = fileURLToPath(new URL('../main.ts', import.meta.url));

async function check(input: string, ...texts: string[]) {
  const command = spawn(process.execPath, [
    ...['--conditions=@hedgerow/source', COMMAND, 'forecast', 'check'],
    ...texts,
  ]);
  command.stdin.end(input);
  const [output, messages, [exitCode]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, 'close'),
  ]);
  return { exitCode, output, messages };
}

const NARROW = [26, 15, 13, 21, 27, 14, 25, 12].map((outcome) => `${outcome},20,2`);
const FAIR = [21, 18.5, 20.1, 22.5, 19, 17, 20.5, 21.4].map((outcome) => `${outcome},20,2`);

describe('the forecast check', () => {
  it('calls forecasts wrong that are far too narrow, and ends with 1', async () => {
    const { exitCode, output } = await check(`outcome,mean,sd\n${NARROW.join('\n')}\n`, '-');
    expect(output).toContain('8 forecasts with outcomes; 8 bets');
    expect(output).toMatch(/WRONG: the forecasts are not calibrated, since bet \d/);
    expect(exitCode).toBe(1);
  });

  it('says that nothing is proved against others, in numbers for programs too', async () => {
    const table = `outcome,mean,sd\n${FAIR.join('\n')}\n,20,2\n`;
    const plain = await check(table, '-');
    expect(plain.output).toContain('NO ALARM');
    expect(plain.output).toContain('8 forecasts with outcomes, 1 without');
    expect(plain.exitCode).toBe(0);
    const { output } = await check(table, '-', '--format', 'json');
    expect(JSON.parse(output)).toMatchObject({
      forecastCount: 8,
      pendingCount: 1,
      isAlarmed: false,
    });
  });

  it('prints how soon what is noticed, the same every time', async () => {
    const [one, two] = await Promise.all([check('', '--power'), check('', '--power')]);
    expect(one.output).toBe(two.output);
    const medianOf = (fault: string) =>
      Number(new RegExp(`^${fault} +\\d+ +\\d+ +\\d+ +(\\d+)`, 'm').exec(one.output)![1]);
    expect(medianOf('spread understated twofold')).toBeLessThanOrEqual(10);
    expect(medianOf('spread understated 1.5-fold')).toBeLessThanOrEqual(29);
    expect(medianOf('half a deviation too low')).toBeLessThanOrEqual(55);
  });

  it('refuses a table it cannot read, in one sentence', async () => {
    const { exitCode, messages } = await check('day,mean\n1,2\n', '-');
    expect(exitCode).toBe(2);
    expect(messages).toMatch(/^hedgerow: The heading must name outcome.*\n$/);
  });
});
