/** The facts of a key press. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'
>;

export interface BlockedHotkey {
  /** As the specification writes it. */
  readonly name: string;
  /** `playback` while a video plays; `page` on the whole page of the video. */
  readonly where: 'playback' | 'page';
}

type Modifier = 'Ctrl' | 'Alt' | 'Shift' | 'Cmd';
interface Combination extends BlockedHotkey {
  readonly key: string;
  readonly modifiers: readonly Modifier[];
}

/** Specification, section 5. */
const combinations: readonly Combination[] = [
  { name: 'F9', where: 'playback', key: 'F9', modifiers: [] },
  { name: 'F10', where: 'playback', key: 'F10', modifiers: [] },
  { name: 'Ctrl+Shift+R', where: 'playback', key: 'R', modifiers: ['Ctrl', 'Shift'] },
  { name: 'Cmd+Shift+5', where: 'playback', key: '5', modifiers: ['Cmd', 'Shift'] },
  { name: 'Alt+R', where: 'playback', key: 'R', modifiers: ['Alt'] },
  { name: 'F12', where: 'page', key: 'F12', modifiers: [] },
  { name: 'Ctrl+Shift+I', where: 'page', key: 'I', modifiers: ['Ctrl', 'Shift'] },
  { name: 'Ctrl+Shift+J', where: 'page', key: 'J', modifiers: ['Ctrl', 'Shift'] },
  { name: 'Ctrl+U', where: 'page', key: 'U', modifiers: ['Ctrl'] },
];

/** Finds the blocked hotkey that was pressed, or null. Other modifiers make another hotkey. */
export function findBlockedHotkey(press: KeyPress): BlockedHotkey | null {
  const pressed = pressedModifiers(press);
  const found = combinations.find(
    ({ key, modifiers }) =>
      isKey(press, key) &&
      modifiers.length === pressed.length &&
      modifiers.every((modifier) => pressed.includes(modifier)),
  );
  return found ? { name: found.name, where: found.where } : null;
}

/** Whether a blocked hotkey, by its name, opens developer tools or the source; the others record. */
export function opensDeveloperTools(name: string): boolean {
  return combinations.some((one) => one.name === name && one.where === 'page');
}

/**
 * Names a key by its character, or by its place on the keyboard where the character is of another
 * script (Devanagari) or comes from the modifiers (⌥R, ⇧5).
 */
function isKey({ key, code }: KeyPress, wanted: string): boolean {
  if (key.toUpperCase() === wanted) return true;
  const isOtherLatinLetter = /^[a-z]$/i.test(key);
  return !isOtherLatinLetter && (code === `Key${wanted}` || code === `Digit${wanted}`);
}

function pressedModifiers(press: KeyPress): Modifier[] {
  const held: Modifier[] = [];
  if (press.ctrlKey) held.push('Ctrl');
  if (press.altKey) held.push('Alt');
  if (press.shiftKey) held.push('Shift');
  if (press.metaKey) held.push('Cmd');
  return held;
}
