import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';

afterEach(cleanup);

test('a loading button keeps its name and the focus, and refuses clicks', () => {
  const [onClick, onPointerDown, onKeyDown] = [vi.fn(), vi.fn(), vi.fn()];
  const shared = { onClick, onPointerDown, onKeyDown };
  const { rerender } = render(<Button {...shared}>Save</Button>);
  const button = screen.getByRole('button', { name: 'Save' });
  button.focus();
  rerender(
    <Button {...shared} loading>
      Save
    </Button>,
  );
  fireEvent.pointerDown(button);
  fireEvent.keyDown(button, { key: 'Enter' });
  fireEvent.click(button);
  expect(document.activeElement).toBe(button);
  // What is disabled can't keep it.
  expect(button).toHaveProperty('disabled', false);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.getAttribute('aria-busy')).toBe('true');
  for (const handler of Object.values(shared)) expect(handler).not.toHaveBeenCalled();
});

test('a loading button does not send its form again', () => {
  const onSubmit = vi.fn();
  const form = ({ loading }: { readonly loading: boolean }) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Button type="submit" loading={loading}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form({ loading: true }));
  fireEvent.click(screen.getByRole('button'));
  expect(onSubmit).not.toHaveBeenCalled();
  rerender(form({ loading: false }));
  fireEvent.click(screen.getByRole('button'));
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('a ready button can be clicked and does not submit a form by default', () => {
  const onClick = vi.fn();
  render(<Button onClick={onClick}>Save</Button>);
  const button = screen.getByRole('button', { name: 'Save' });
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledOnce();
  expect(button.getAttribute('type')).toBe('button');
});
