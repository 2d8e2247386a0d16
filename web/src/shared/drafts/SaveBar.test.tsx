import { ApiError } from '@prahari/contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts, startI18n } from '../i18n/i18n.ts';
import { MemoryRouter } from '../routing/testing/MemoryRouter.tsx';
import { SaveBar, type SaveBarProps } from './SaveBar.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const offline = new ApiError({
  status: 0,
  type: 'x',
  code: 'NETWORK_ERROR',
  message: 'x',
  details: {},
  correlationId: null,
});
const nothing = { changes: 0, saving: false, error: null, onDiscard: () => undefined };

function show(given: Partial<SaveBarProps>) {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const page = (props: Partial<SaveBarProps>) => (
    <MemoryRouter at="/somewhere">
      <form onSubmit={onSubmit}>
        <SaveBar {...nothing} {...props} />
      </form>
    </MemoryRouter>
  );
  const { rerender } = render(page(given));
  return { onSubmit, change: (props: Partial<SaveBarProps>) => rerender(page(props)) };
}

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });

test('what is not saved is announced by an element that was there before', () => {
  const { change } = show({});
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  expect(screen.queryByRole('button')).toBeNull();
  change({ changes: 2, blocked: 'Not valid.' });
  expect(screen.getByRole('status')).toBe(status);
  expect(status.textContent).toBe('2 unsaved changes. Not valid.');
  expect(save().disabled).toBe(true);
  change({ changes: 1 });
  expect(status.textContent).toBe('1 unsaved change');
  expect(save().disabled).toBe(false);
});

test('saves by its form, and after a failure tries again without a reload of the page', () => {
  const { onSubmit } = show({ changes: 1, error: offline });
  fireEvent.click(save());
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

test('discards what was typed, but not while it is being saved', () => {
  const onDiscard = vi.fn();
  const { change } = show({ changes: 1, onDiscard });
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  change({ changes: 1, onDiscard, saving: true });
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onDiscard).toHaveBeenCalledTimes(1);
});
