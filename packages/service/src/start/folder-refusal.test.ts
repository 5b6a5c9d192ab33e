import { expect, it } from 'vitest';
import { folderRefusal } from './folder-refusal.ts';

const PLENTY = 1 << 30;

it.each([
  ['a full disk', { errcode: 13 }, PLENTY, 'must have room, but that of data is full (said)'],
  ['one that is full before the first page', { errcode: 4874 }, 0, 'must have room'],
  ['one that is full beside the database', { code: 'ENOSPC' }, 0, 'must have room'],
  ['a disk that fails', { errcode: 4874 }, PLENTY, 'that this user can read and write'],
  ['something else', { errcode: 26 }, PLENTY, 'must hold a journal that is whole'],
  ['a damaged journal', { errcode: 267 }, PLENTY, 'must hold a journal that is whole'],
  ['a folder of others', { code: 'EACCES' }, PLENTY, 'that this user can read and write'],
])('tells %s by itself', (_name, fields, freeBytes, sentence) => {
  const error = Object.assign(new Error('said'), fields);
  expect(folderRefusal(error, 'data', freeBytes)).toContain(sentence);
});
