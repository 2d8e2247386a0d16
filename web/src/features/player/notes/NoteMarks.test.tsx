import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { NoteMarks } from './NoteMarks.tsx';

beforeAll(async () => {
  await Promise.all([startI18n(), loadTexts('lesson')]);
});
afterEach(cleanup);

const items = [
  { id: 'one', positionSeconds: 15, text: 'Snell' },
  { id: 'two', positionSeconds: 30, text: 'Lenses' },
];

test('each note has a mark whose words show by pointer and by key, and that seeks', async () => {
  const onSeek = vi.fn();
  const onPointing = vi.fn();
  const api = createFakeApi({ call: async () => ({ items }) as never });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={api}>
        <NoteMarks videoId="x" durationSeconds={60} onSeek={onSeek} onPointing={onPointing} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  const first = await screen.findByRole('button', { name: 'Note at 0:15: Snell' });
  const second = screen.getByRole('button', { name: 'Note at 0:30: Lenses' });
  expect([first, second].map(({ style, tabIndex }) => [style.left, tabIndex])).toEqual([
    ['25%', 0],
    ['50%', -1],
  ]);
  const words = () => screen.queryByTestId('note-words')?.textContent;
  expect(words()).toBeUndefined();
  fireEvent.pointerEnter(first);
  expect(words()).toBe('0:15Snell');
  expect(onPointing).toHaveBeenLastCalledWith(true);
  fireEvent.pointerLeave(first);
  expect(words()).toBeUndefined();
  expect(onPointing).toHaveBeenLastCalledWith(false);
  fireEvent.click(first);
  expect(onSeek).toHaveBeenCalledExactlyOnceWith(15);

  act(() => first.focus());
  expect(words()).toBe('0:15Snell');
  fireEvent.keyDown(first, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(second);
  expect(words()).toBe('0:30Lenses');
  expect([first.tabIndex, second.tabIndex]).toEqual([-1, 0]);
});
