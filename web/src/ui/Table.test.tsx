import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Cell, HeaderCell, Table } from './Table.tsx';

afterEach(cleanup);

const show = (columns: readonly string[]) => (
  <Table caption="People">
    <thead>
      <tr>
        {columns.map((title) => (
          <HeaderCell key={title}>{title}</HeaderCell>
        ))}
      </tr>
    </thead>
    <tbody>
      <tr>
        {columns.map((title) => (
          <Cell key={title}>value of {title}</Cell>
        ))}
      </tr>
    </tbody>
  </Table>
);
const labels = () => screen.getAllByRole('cell').map(({ dataset }) => dataset['label']);

test('each value knows its header, for the cards of phones, also when columns change', () => {
  const { rerender } = render(show(['Name', 'Phone']));
  expect(labels()).toEqual(['Name', 'Phone']);
  rerender(show(['Phone', 'District']));
  expect(labels()).toEqual(['Phone', 'District']);
});
