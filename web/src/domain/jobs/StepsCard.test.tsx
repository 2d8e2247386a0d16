import type { UploadJobDetail } from '@prahari/contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { JobSteps } from './JobSteps.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const took = (step: 'probe' | 'transcode_low', seconds: number) => {
  const startedAt = new Date(Date.UTC(2026, 10, 1)).toISOString();
  const finishedAt = new Date(Date.UTC(2026, 10, 1, 0, 0, seconds)).toISOString();
  const counted = { progress: 1, speed: null, etaSeconds: null, attempts: 1, repeatable: false };
  return { step, state: 'completed', startedAt, finishedAt, ...counted };
};

function show(state: UploadJobDetail['state']) {
  const job = { state, steps: [took('probe', 2), took('transcode_low', 63)] };
  return render(<JobSteps job={job as unknown as UploadJobDetail} onRepeat={vi.fn()} />);
}

test('steps that were done before the page came are one line, which opens', () => {
  show('completed');
  expect(screen.getByText('2 steps, all done in 1:05')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show steps' }));
  expect(screen.getAllByRole('row')).toHaveLength(1 + 2);
  fireEvent.click(screen.getByRole('button', { name: 'Hide steps' }));
  expect(screen.queryByRole('table')).toBeNull();
});

test.each(['running', 'failed'] as const)('steps of a job that is %s are all shown', (state) => {
  show(state);
  expect(screen.getAllByRole('row')).toHaveLength(1 + 2);
  expect(screen.queryByRole('button', { name: 'Hide steps' })).toBeNull();
});
