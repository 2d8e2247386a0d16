import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { DeferredMenu, type DeferredMenuContentProps } from './DeferredMenu.tsx';

afterEach(cleanup);

function Content({ trigger, defaultOpen }: DeferredMenuContentProps) {
  return (
    <>
      {trigger}
      {defaultOpen ? <p>Sign out</p> : null}
    </>
  );
}

test('the menu is fetched on first use, opens at once, and its button stays', async () => {
  const load = vi.fn(() => Promise.resolve({ default: Content }));
  const Menu = lazy(load);
  render(
    <DeferredMenu
      menu={Menu}
      renderTrigger={(onClick) => (
        <button type="button" onClick={onClick}>
          Account
        </button>
      )}
    />,
  );
  expect(load).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Account' }));
  expect(await screen.findByText('Sign out')).toBeDefined();
  expect(load).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Account' })).toBeDefined();
});
