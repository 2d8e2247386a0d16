import { expect, test } from 'vitest';
import { readView } from '../../../shared/table/view-address.ts';
import { buildClientErrorsQuery, clientErrorsView } from './client-errors-view.ts';

const queryOf = (address: string) =>
  buildClientErrorsQuery(readView(new URLSearchParams(address), clientErrorsView));

test('an address with an error id asks for it', () => {
  expect(queryOf('search=8e4df3a4&f.level=ERROR&f.category=network')).toEqual({
    page: 1,
    limit: 25,
    search: '8e4df3a4',
    level: 'ERROR',
    category: 'network',
  });
});

test('open errors alone are asked for by the address, too', () => {
  expect(queryOf('f.resolved=false&f.reported=true')).toEqual({
    page: 1,
    limit: 25,
    resolved: 'false',
    reported: 'true',
  });
});

test('values that the call does not accept are left out', () => {
  expect(queryOf('f.level=LOUD&f.category=x')).toEqual({ page: 1, limit: 25 });
});
