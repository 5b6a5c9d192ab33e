import { expect, test } from 'vitest';
import { copyNumbers, copyTable, tableRow, tableRows } from './number-lists.ts';

test('copies are independent of what was given', () => {
  const given = [1.5, 2.5];
  const copy = copyNumbers('values', given);
  given[0] = 99;
  expect([...copy]).toEqual([1.5, 2.5]);
  const rows = [
    [1.5, 2],
    [3, 4],
  ];
  const table = copyTable('rows', rows);
  rows[1]![0] = 99;
  expect(tableRows(table)).toEqual([
    [1.5, 2],
    [3, 4],
  ]);
  expect([...tableRow(table, 1)]).toEqual([3, 4]);
});

test('empty lists, other things than lists, uneven rows and bad numbers are refused', () => {
  expect(() => copyNumbers('values', [])).toThrow(
    'values must be a list with at least one entry, but it is empty. [HR_INPUT_DIMENSION]',
  );
  expect(() => copyNumbers('values', 7 as never)).toThrow(
    'values must be a list with at least one entry, but it is 7. [HR_INPUT_KIND]',
  );
  expect(() => copyNumbers('values', [2, Number.NaN])).toThrow(
    'values[1] must be a finite number, but it is NaN. [HR_INPUT_NOT_FINITE]',
  );
  expect(() => copyNumbers('values', ['2'] as never)).toThrow(
    'values[0] must be a finite number, but it is "2". [HR_INPUT_NOT_FINITE]',
  );
  expect(() => copyTable('rows', [[1, 2], [3]])).toThrow(
    'rows[1] must hold 2 numbers, but it is 1 long. [HR_INPUT_DIMENSION]',
  );
  expect(() => copyTable('rows', [3, 4] as never)).toThrow('rows[0] must be a list');
});
