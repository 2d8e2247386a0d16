import { useState } from 'react';

/**
 * Remembers what had the focus when a dialog opened and gives it back when the dialog closes: a
 * dialog that is opened by state has no trigger for that. For an item of a menu, which has
 * disappeared by then, the menu's button gets it.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  if (open !== wasOpen) {
    // While rendering: once this is on the page, the focus has moved.
    setWasOpen(open);
    if (open) setOpener(findOpener(document.activeElement));
  }
  return (event) => {
    event.preventDefault();
    opener?.focus();
  };
}

function findOpener(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]');
  const opener = menu
    ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
    : focused;
  return opener instanceof HTMLElement ? opener : null;
}
