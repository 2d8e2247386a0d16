import type { UploadJobDetail } from '@prahari/contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { StepsCard } from './StepsCard.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

type Step = UploadJobDetail['steps'][number];

const took = (step: Step['step'], seconds: number): Step => {
  const startedAt = new Date(Date.UTC(2026, 10, 1)).toISOString();
  const finishedAt = new Date(Date.UTC(2026, 10, 1, 0, 0, seconds)).toISOString();
  const counted = { progress: 1, speed: null, etaSeconds: null, attempts: 1, repeatable: false };
  return { step, state: 'completed', startedAt, finishedAt, ...counted };
};

const show = (...steps: readonly Step[]) => render(<StepsCard steps={steps} />);

const barOf = (row: HTMLElement) => row.querySelector<HTMLElement>('[style]')?.style.width;

test('done steps say how long they took, and their share of the time', () => {
  show(took('probe', 16), took('transcode_low', 64));
  expect(screen.getByText('2 steps, all done in 1:20')).toBeDefined();
  const [, probe, transcode] = screen.getAllByRole('row');
  expect(probe!.textContent).toContain('Done');
  expect(probe!.textContent).toContain('0:16');
  expect([barOf(probe!), barOf(transcode!)]).toEqual(['20%', '80%']);
  expect(screen.getByRole('columnheader', { name: 'Share of time' })).toBeDefined();
  expect(screen.queryByRole('columnheader', { name: 'Attempts' })).toBeNull();
});

test('a step that runs shows its progress and pace', () => {
  const running = { state: 'running', progress: 0.4, speed: 2.5, etaSeconds: 65 } as const;
  const waiting = { state: 'waiting', startedAt: null, finishedAt: null } as const;
  show(
    { ...took('probe', 2), ...running, finishedAt: null },
    { ...took('transcode_low', 2), ...waiting },
  );
  const bar = screen.getByRole('progressbar', { name: 'Progress of Inspect' });
  expect(bar.getAttribute('aria-valuenow')).toBe('40');
  expect(screen.getByText('2.5× real time')).toBeDefined();
  expect(screen.getByText('1:05 left')).toBeDefined();
  expect(screen.getAllByRole('row')[2]!.textContent).toContain('Waiting');
});

test('how often a step was tried is said where one was repeated', () => {
  show({ ...took('probe', 2), attempts: 2 }, { ...took('transcode_low', 2), state: 'failed' });
  expect(screen.getAllByRole('row')[2]!.textContent).toContain('Failed');
  expect(screen.getByRole('columnheader', { name: 'Attempts' })).toBeDefined();
});

test('while one step runs, those that are done have no bar, which would look like progress', () => {
  const running = { state: 'running', progress: 0.4, finishedAt: null } as const;
  show(took('probe', 2), { ...took('transcode_low', 2), ...running });
  const [, probe] = screen.getAllByRole('row');
  expect(probe!.textContent).toContain('Done');
  expect(barOf(probe!)).toBeUndefined();
});

test('a failed step is repeated by its button, a done one is not', () => {
  const repeat = vi.fn();
  const failed = { ...took('storyboard', 3), state: 'failed', repeatable: true } as const;
  render(
    <StepsCard steps={[{ ...took('poster', 2), repeatable: true }, failed]} onRepeat={repeat} />,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Retry/ }));
  expect(repeat).toHaveBeenCalledWith('storyboard');
});

test('of many done steps the longest are shown, the longest first, and all at the press of a button', () => {
  const steps = [
    ...[took('probe', 1), took('transcode_low', 15), took('package_low', 1)],
    ...[took('publish_low', 1), took('storyboard', 3), took('transcode_high', 9)],
  ];
  show(...steps);
  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('td')?.textContent);
  expect(names()).toEqual(['Convert: first qualities', 'Convert: better qualities', 'Previews']);
  fireEvent.click(screen.getByRole('button', { name: 'Show all 6 steps' }));
  expect(names()).toHaveLength(6);
  fireEvent.click(screen.getByRole('button', { name: 'Show the 3 longest steps' }));
  expect(names()).toHaveLength(3);
});

test('a stopped job shows as far as it came, and what it did not reach at the press of a button', () => {
  const none = { startedAt: null, finishedAt: null, state: 'waiting' } as const;
  const steps = [
    { ...took('probe', 1), state: 'failed' } as const,
    ...(['validate', 'poster', 'transcode_low', 'package_low', 'publish'] as const).map((name) => ({
      ...took(name, 1),
      ...none,
    })),
  ];
  render(<StepsCard steps={steps} isStopped />);
  expect(screen.getByText('Stopped at step 1 of 6')).toBeDefined();
  expect(screen.getAllByRole('row')).toHaveLength(4);
  expect(screen.getAllByText('Not reached')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Show all 6 steps' }));
  expect(screen.getAllByText('Not reached')).toHaveLength(5);
  fireEvent.click(screen.getByRole('button', { name: 'Show fewer steps' }));
  expect(screen.getAllByRole('row')).toHaveLength(4);
});

test('few steps, and those of a job that is not done, are all shown', () => {
  const failed = { ...took('storyboard', 3), state: 'failed' } as const;
  show(
    ...[took('probe', 1), took('transcode_low', 15), took('package_low', 1)],
    ...[took('publish_low', 1), took('transcode_high', 9), failed],
  );
  expect(screen.getAllByRole('row')).toHaveLength(7);
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
});
