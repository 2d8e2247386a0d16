import { useState } from 'react';

/** What opened a dialog, by the dialog: it may open another one and be gone when that closes. */
const openers = new WeakMap<Element, HTMLElement>();

/** What takes the focus in place of what is gone. */
const heirs = new WeakMap<HTMLElement, HTMLElement>();

/** Says which element stands in for one that leaves the page, such as the row beside. */
export function leaveFocusTo(gone: HTMLElement, heir: HTMLElement): void {
  heirs.set(gone, heir);
  if (document.activeElement === gone) heir.focus({ preventScroll: true });
}

/**
 * Remembers what had the focus when a dialog opened and gives it back when the dialog closes: a
 * dialog that is opened by state has no trigger for that. For an item of a menu, which has
 * disappeared by then, the menu's button gets it; for a button of a dialog that the present one
 * replaced, what had opened that one.
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
    if (opener && event.target instanceof Element) openers.set(event.target, opener);
    findPresent(opener)?.focus();
  };
}

function findOpener(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]');
  const opener = menu
    ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
    : focused;
  return opener instanceof HTMLElement ? opener : null;
}

/** The opener, or in place of one that left the page: its heir, or the opener of its dialog. */
function findPresent(opener: HTMLElement | null): HTMLElement | null {
  if (opener === null || opener.isConnected) return opener;
  const heir = heirs.get(opener);
  if (heir) return findPresent(heir);
  const dialog = opener.closest('[role="dialog"], [role="alertdialog"]');
  return dialog ? findPresent(openers.get(dialog) ?? null) : null;
}
