import { useEffect } from 'react';

interface SheetProps {
  readonly styles: string;
  readonly dynamic?: boolean;
}

const inUse = new Map<string, { readonly sheet: CSSStyleSheet; uses: number }>();

/**
 * Stands in for the package `react-style-singleton`, with which Radix locks scrolling behind modals.
 * A constructed style sheet does what its `<style>` element did, and a strict `style-src` allows it.
 */
export function styleSingleton() {
  return Sheet;
}

function Sheet({ styles }: SheetProps) {
  useEffect(() => {
    add(styles);
    return () => remove(styles);
  }, [styles]);
  return null;
}

function add(styles: string): void {
  const known = inUse.get(styles);
  if (known) {
    known.uses += 1;
    return;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  inUse.set(styles, { sheet, uses: 1 });
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

function remove(styles: string): void {
  const known = inUse.get(styles);
  if (!known) return;
  known.uses -= 1;
  if (known.uses > 0) return;
  inUse.delete(styles);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
    (sheet) => sheet !== known.sheet,
  );
}
