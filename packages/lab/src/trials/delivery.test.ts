import { describe, expect, it } from 'vitest';
import type { Contestant } from './contestant.ts';
import { deliverAtOnce, Mail } from './delivery.ts';

function listener(): { contestant: Contestant; heard: [number, number][] } {
  const heard: [number, number][] = [];
  const contestant = {
    observe: (round: number, reward: number) => heard.push([round, reward]),
  } as unknown as Contestant;
  return { contestant, heard };
}

describe('the mail', () => {
  it('delivers at once what is not delayed', () => {
    const { contestant, heard } = listener();
    const mail = new Mail(deliverAtOnce);
    mail.send(1, 0.5);
    mail.deliver(1, contestant);
    expect(heard).toEqual([[1, 0.5]]);
  });

  it('delivers late rewards after the right round, once, oldest first', () => {
    const { contestant, heard } = listener();
    const mail = new Mail((reward) => (reward > 0 ? 2 : 0));
    mail.send(1, 1);
    mail.deliver(1, contestant);
    mail.deliver(2, contestant);
    expect(heard).toEqual([]);
    mail.send(3, 0);
    mail.deliver(3, contestant);
    mail.deliver(3, contestant);
    expect(heard).toEqual([
      [1, 1],
      [3, 0],
    ]);
  });

  it('never delivers what is lost', () => {
    const { contestant, heard } = listener();
    const mail = new Mail(() => null);
    mail.send(1, 1);
    for (let round = 1; round < 10; round++) mail.deliver(round, contestant);
    expect(heard).toEqual([]);
  });
});
