import type { Ticket } from '@hedgerow/core/research';
import { describe, expect, it } from 'vitest';
import { type Letter, Mail } from './delivery.ts';

function listener() {
  const heard: [number, number][] = [];
  const learner = {
    settle: (ticket: Ticket, reward: number) => void heard.push([ticket.sequence, reward]),
  };
  return { learner, heard };
}

function letter(sequence: number, reward: number): Letter {
  return { ticket: { sequence, playedAction: 0, features: new Float64Array(1) }, reward };
}

describe('the mail', () => {
  it('delivers at once what is not delayed', () => {
    const { learner, heard } = listener();
    const mail = new Mail(() => 0);
    mail.send(letter(1, 0.5), 1);
    mail.deliver(1, learner);
    expect(heard).toEqual([[1, 0.5]]);
  });

  it('delivers late rewards after the right round, once, oldest first', () => {
    const { learner, heard } = listener();
    const mail = new Mail((reward) => (reward > 0 ? 2 : 0));
    mail.send(letter(1, 1), 1);
    mail.deliver(1, learner);
    mail.deliver(2, learner);
    expect(heard).toEqual([]);
    mail.send(letter(3, 0), 3);
    mail.deliver(3, learner);
    mail.deliver(3, learner);
    expect(heard).toEqual([
      [1, 1],
      [3, 0],
    ]);
  });

  it('never delivers what is lost', () => {
    const { learner, heard } = listener();
    const mail = new Mail(() => null);
    mail.send(letter(1, 1), 1);
    for (let round = 1; round < 10; round++) mail.deliver(round, learner);
    expect(heard).toEqual([]);
  });
});
