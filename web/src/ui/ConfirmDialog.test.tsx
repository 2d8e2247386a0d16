import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog.tsx';

afterEach(cleanup);

function open() {
  const onConfirm = vi.fn();
  const onOpenChange = vi.fn();
  render(
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      onConfirm={onConfirm}
      title="Delete this lesson?"
      description="It is gone for good."
      confirmLabel="Delete"
      cancelLabel="Cancel"
      tone="danger"
    />,
  );
  return { onConfirm, onOpenChange };
}

test('focus starts on cancel and the dialog is named and described', () => {
  open();
  const dialog = screen.getByRole('alertdialog', { name: 'Delete this lesson?' });
  const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('It is gone for good.');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
});

test('Escape closes without confirming', () => {
  const { onConfirm, onOpenChange } = open();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  expect(onOpenChange).toHaveBeenCalledWith(false);
  expect(onConfirm).not.toHaveBeenCalled();
});

test('confirming leaves closing to the owner', () => {
  const { onConfirm, onOpenChange } = open();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(onOpenChange).not.toHaveBeenCalled();
});
