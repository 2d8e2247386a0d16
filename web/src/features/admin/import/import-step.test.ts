import type { ImportJob } from '@prahari/contract';
import { expect, test } from 'vitest';
import { decideStep } from './import-step.ts';

type Job = Parameters<typeof decideStep>[0];
const job = (parts: Partial<ImportJob>): Job => ({
  state: 'completed',
  validateOnly: true,
  failure: null,
  headers: ['name'],
  ...parts,
});
const missing = { code: 'columns_missing', message: '' } as const;
const unreadable = { code: 'not_readable', message: '' } as const;

test.each<[string, Job, boolean, boolean, string]>([
  ['nothing yet', null, false, false, 'choose'],
  ['a file whose headers the browser read', null, true, false, 'columns'],
  ['a check that goes on', job({ state: 'running' }), false, false, 'check'],
  [
    'headers that the server has still to read',
    job({ state: 'queued', headers: [] }),
    false,
    true,
    'columns',
  ],
  ['a check that ended', job({}), true, false, 'check'],
  ['columns that are looked at again', job({}), false, true, 'columns'],
  [
    'columns that were not found',
    job({ state: 'failed', failure: missing }),
    false,
    false,
    'columns',
  ],
  [
    'a file without headers',
    job({ state: 'failed', failure: unreadable, headers: [] }),
    false,
    true,
    'check',
  ],
  ['an import that goes on', job({ state: 'queued', validateOnly: false }), false, true, 'run'],
  [
    'an import that was cancelled',
    job({ state: 'cancelled', validateOnly: false }),
    false,
    false,
    'result',
  ],
])('%s', (_, at, hasHeaders, wantsColumns, step) => {
  expect(decideStep(at, { hasHeaders, wantsColumns })).toBe(step);
});
