/**
 * Who is let in, and who has to go for it.
 */
import { expect, it } from 'vitest';
import { CallerRoom } from './caller-room.ts';

const gone: string[] = [];
const guest = (name: string, lateMs = 0) => ({
  caller: name.slice(0, 1),
  pace: { lateMs },
  cutOff: () => void gone.push(name),
});

function newRoom() {
  gone.length = 0;
  return new CallerRoom({ most: 4, mostOfCaller: 2, lateMsMax: 70, detail: 'Full.' });
}

it('nobody is cut off while there is room', () => {
  const room = newRoom();
  for (const name of ['a1', 'a2', 'b1', 'b2']) room.enter(guest(name, 9000));
  expect(gone).toEqual([]);
});

it('nobody is cut off who is late by no more than may be', () => {
  const room = newRoom();
  for (const name of ['a1', 'a2', 'b1', 'b2']) room.enter(guest(name, 70));
  for (const name of ['a3', 'c1']) expect(() => room.enter(guest(name))).toThrow('Full.');
  expect(gone).toEqual([]);
});

it('the latest of all goes for somebody else, and makes room once', () => {
  const room = newRoom();
  room.enter(guest('a1', 80));
  const leave = room.enter(guest('a2', 90));
  room.enter(guest('b1', 300));
  room.enter(guest('b2', 200));
  room.enter(guest('c1'));
  expect(gone).toEqual(['b1']);
  room.enter(guest('d1'));
  expect(gone).toEqual(['b1', 'a2']);
  // Whoever was cut off leaves as well when it is over: that makes no more room.
  leave();
  expect(() => room.enter(guest('e1'))).toThrow('Full.');
});

it('nobody goes for his own, for one who will have as many, or whose caller has no other', () => {
  const room = newRoom();
  room.enter(guest('a1', 9000));
  room.enter(guest('a2', 9000));
  expect(() => room.enter(guest('a3'))).toThrow('Full.');
  room.enter(guest('b1', 9000));
  room.enter(guest('c1', 9000));
  for (const name of ['a3', 'b2', 'c2']) expect(() => room.enter(guest(name))).toThrow('Full.');
  room.enter(guest('d1', 9000));
  expect(gone).toEqual(['a1']);
  for (const name of ['a3', 'e1']) expect(() => room.enter(guest(name))).toThrow('Full.');
  expect(gone).toEqual(['a1']);
});

it('whoever leaves makes room', () => {
  const room = newRoom();
  const leave = room.enter(guest('a1'));
  room.enter(guest('a2'));
  expect(() => room.enter(guest('a3'))).toThrow('Full.');
  leave();
  room.enter(guest('a4'));
  expect(gone).toEqual([]);
});
