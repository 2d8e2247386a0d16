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
