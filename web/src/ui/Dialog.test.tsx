import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';

afterEach(cleanup);

function Sample({ kind }: { readonly kind: 'dialog' | 'question' }) {
  const [open, setOpen] = useState(false);
  const shared = { open, onOpenChange: setOpen, title: 'A title', description: 'A text' };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {kind === 'dialog' ? (
        <Dialog {...shared} closeLabel="Close" />
      ) : (
        <ConfirmDialog {...shared} confirmLabel="Yes" cancelLabel="No" onConfirm={() => {}} />
      )}
    </>
  );
}

/** As a form that is followed by what it made. */
function Pair() {
  const [shown, setShown] = useState<'first' | 'second' | null>(null);
  return (
    <>
      <button type="button" onClick={() => setShown('first')}>
        Open
      </button>
      {shown === 'first' ? (
        <Dialog open onOpenChange={() => setShown(null)} title="First" closeLabel="Close">
          <button type="button" onClick={() => setShown('second')}>
            Go on
          </button>
        </Dialog>
      ) : null}
      {shown === 'second' ? (
        <Dialog open onOpenChange={() => setShown(null)} title="Second" closeLabel="Close" />
      ) : null}
    </>
  );
}

test('a dialog that took the place of another hands the focus back to what opened that', async () => {
  render(<Pair />);
  const opener = screen.getByText('Open');
  opener.focus();
  fireEvent.click(opener);
  const next = await screen.findByText('Go on');
  next.focus();
  fireEvent.click(next);
  const second = await screen.findByRole('dialog', { name: 'Second' });
  await expect.poll(() => second.contains(document.activeElement)).toBe(true);
  // The first one hands the focus back late, and the second one takes it again.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(second.contains(document.activeElement)).toBe(true);
  fireEvent.keyDown(second, { key: 'Escape' });
  await expect.poll(() => document.activeElement).toBe(opener);
});

test('a held dialog stays open, with any key or click', () => {
  let isOpen = true;
  render(
    <Dialog
      open
      held
      onOpenChange={(next) => (isOpen = next)}
      title="A title"
      closeLabel="Close"
    />,
  );
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  fireEvent.pointerDown(document.body);
  expect(isOpen).toBe(true);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
});

test.each(['dialog', 'question'] as const)(
  'a %s hands the focus back when it closes',
  async (kind) => {
    render(<Sample kind={kind} />);
    const opener = screen.getByText('Open');
    opener.focus();
    fireEvent.click(opener);
    await expect.poll(() => document.activeElement).not.toBe(opener);
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    await expect.poll(() => document.activeElement).toBe(opener);
  },
);
