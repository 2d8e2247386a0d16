/** Fields, where letters are text, and menus and dialogs, which have their own keys. */
const ownUse =
  'textarea, select, input:not([type="range"]), [role="menu"], [role="dialog"], [role="alertdialog"]';
/** Of a bar that is no timeline: its value moves by these. */
const movesBars = /^(?:Arrow(?:Left|Right|Up|Down)|Home|End|Page(?:Up|Down))$/;

/** Marks the one bar whose arrows do what they do everywhere in the player: seek. */
export const timelineAttribute = 'data-timeline';

/** Tells whether a key belongs to what has the focus, and steers no video. */
export function hasOwnUse(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(ownUse) !== null) return true;
  return (
    target instanceof HTMLInputElement &&
    !target.hasAttribute(timelineAttribute) &&
    movesBars.test(key)
  );
}
