import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useLostFocus } from './use-lost-focus.ts';

afterEach(cleanup);

function Next({ isWanted }: { readonly isWanted: boolean }) {
  const place = useRef<HTMLHeadingElement>(null);
  useLostFocus(place, isWanted);
  return (
    <h2 ref={place} tabIndex={-1}>
      Next
    </h2>
  );
}

function show({ isWanted = true, keepsButton = false }) {
  const button = <button type="button">Before</button>;
  const { rerender } = render(<main key="page">{button}</main>);
  screen.getByText('Before').focus();
  rerender(
    <main key="page">
      {keepsButton ? button : null}
      <Next isWanted={isWanted} />
    </main>,
  );
}

test('what appears in place of the focused button takes the focus', () => {
  show({});
  expect(document.activeElement).toBe(screen.getByText('Next'));
});

test('takes it neither from what is still there, nor when it is not wanted', () => {
  show({ keepsButton: true });
  expect(document.activeElement).toBe(screen.getByText('Before'));
  cleanup();
  show({ isWanted: false });
  expect(document.activeElement).toBe(document.body);
});
