/** Selects what Tab stops at. */
export const FOCUSABLE = [
  'a[href]',
  ...['button', 'input', 'select', 'textarea'].map((name) => `${name}:not([disabled])`),
  'summary',
  '[tabindex]:not([tabindex="-1"])',
].join(',');

/** The name of a field is read with it; what is hidden is not read at all. */
const PASSED_OVER = 'svg,[hidden],[aria-hidden="true"]';

/** Whether what Tab stops at comes before all text. */
export function startsWithFocusable(place: Element): boolean {
  const walker = place.ownerDocument.createTreeWalker(
    place,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) => {
      if (!(node instanceof Element)) {
        const isText = node.nodeValue?.trim() && !node.parentElement?.closest('label');
        return isText ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
      }
      if (node.matches(PASSED_OVER)) return NodeFilter.FILTER_REJECT;
      return node.matches(FOCUSABLE) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
    },
  );
  return walker.nextNode() instanceof Element;
}
