import type { WatchedPlayback } from '@prahari/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { PlaybackFacts } from './PlaybackFacts.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const playback: WatchedPlayback = {
  id: 'p1',
  code: 'ABCD-1234',
  user: { id: 'u1', name: 'Asha Verma', contactNumber: '+919876543210' },
  video: { id: 'v1', title: 'Light' },
  sessionId: 's1',
  deviceId: 'd1',
  device: 'Chrome on Windows',
  address: '192.0.2.1',
  openedAt: '2026-11-01T00:00:00.000Z',
  expiresAt: '2026-11-01T04:00:00.000Z',
  endedAt: null,
  endedCause: null,
  protection: null,
  protectionAt: null,
};
const show = (change: Partial<WatchedPlayback>) =>
  render(
    <MemoryRouter at="/">
      <PlaybackFacts playback={{ ...playback, ...change }} />
    </MemoryRouter>,
  );

test('a playback that has not ended says until when it is valid, and another one when it ended', () => {
  show({ expiresAt: '2099-11-01T04:00:00.000Z' });
  expect(screen.getByText('Not ended')).toBeTruthy();
  expect(screen.getByText('Valid until')).toBeTruthy();
  expect(screen.queryByText('Ended')).toBeNull();
  cleanup();
  show({ endedAt: '2026-11-01T01:00:00.000Z', endedCause: 'replaced' });
  expect(screen.getByText('Ended')).toBeTruthy();
  expect(screen.queryByText('Valid until')).toBeNull();
});

test('a playback whose time is over has ended, although nobody ended it', () => {
  show({ expiresAt: '2020-11-01T04:00:00.000Z' });
  expect(screen.getByText('Ended')).toBeTruthy();
  expect(screen.getByText('Expired')).toBeTruthy();
  expect(screen.queryByText('Not ended')).toBeNull();
});

test('the ids stand last, each with a button that copies it', () => {
  show({});
  const button = screen.getByRole('button', { name: 'Copy: Device ID' });
  expect(button.closest('li')?.textContent).toContain('d1');
  expect(screen.getByText('d1').closest('dl')).toBeNull();
});
