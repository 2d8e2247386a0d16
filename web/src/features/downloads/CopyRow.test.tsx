import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { copyFailures, type KeptCopy } from '../../domain/offline/kept-copy.ts';
import { createMemoryCopies, keptCopy } from '../../domain/offline/testing/memory-copies.ts';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../shared/routing/testing/MemoryRouter.tsx';
import { CopyRow } from './CopyRow.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('offline');
});
afterEach(cleanup);

function show(change: Partial<KeptCopy>) {
  const { copies, asked } = createMemoryCopies();
  const { container } = render(
    <MemoryRouter at="/downloads">
      <ul>
        <CopyRow
          copy={{ ...keptCopy, ...change }}
          copies={copies}
          onIntent={() => void asked.push('open ahead')}
          onOpen={() => void asked.push('open')}
          onRemove={() => void asked.push('ask to remove')}
        />
      </ul>
    </MemoryRouter>,
  );
  return { asked, text: container.textContent ?? '' };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const offers = (name: string) => screen.queryByRole('button', { name }) !== null;

test('a ready download plays, says when it expires, and can be removed', () => {
  const { asked, text } = show({});
  expect(screen.getByRole('link', { name: 'Play' }).getAttribute('href')).toBe(
    `/offline/${keptCopy.id}`,
  );
  expect(text).toContain('Expires in 3 days');
  press('Remove');
  expect(asked).toEqual(['ask to remove']);
  expect([offers('Pause'), offers('Resume')]).toEqual([false, false]);
});

test('a download is opened ahead of its click, by the pointer and by keys', () => {
  const { asked } = show({});
  const play = screen.getByRole('link', { name: 'Play' });
  fireEvent.pointerEnter(play);
  fireEvent.focus(play);
  fireEvent.click(play);
  expect(asked).toEqual(['open ahead', 'open ahead', 'open']);
});

test('a running download shows how far it is and pauses; a paused one goes on', () => {
  const running = show({ state: 'downloading', bytes: 21_000_000 });
  const bar = screen.getByRole('progressbar', { name: 'Download of Light and shadow' });
  expect(bar.getAttribute('aria-valuenow')).toBe('50');
  press('Pause');
  expect(running.asked).toEqual([`pause ${keptCopy.id}`]);
  cleanup();
  const paused = show({ state: 'paused' });
  press('Resume');
  expect(paused.asked).toEqual([`resume ${keptCopy.id}`]);
});

test.each([
  ['not-found', 'Offline video not found'],
  ['other-device', 'Video not accessible on this device'],
  ['integrity', 'Offline content integrity check failed'],
  ['capture', 'Screen recording not allowed on offline content'],
] as const)('%s is said in the words of the specification', (failure, words) => {
  expect(show({ state: 'failed', failure }).text).toContain(words);
});

test.each(copyFailures)('%s says what to do, and offers no play', (failure) => {
  const { text } = show({ state: 'failed', failure });
  expect(text.split('. ').length).toBeGreaterThan(1);
  expect(screen.queryByRole('link', { name: 'Play' })).toBeNull();
  expect(offers('Retry')).toBe(['no-space', 'network', 'other'].includes(failure));
});
