/** Back on remote controls, by name, and where TVs have none by number (Tizen, webOS). */
const NAMES = ['Escape', 'GoBack', 'XF86Back', 'BrowserBack'];
const NUMBERS = [10009, 461];

/** Tells whether a key leaves fullscreen, as Escape does. */
export function isLeaveKey({ key, keyCode }: Pick<KeyboardEvent, 'key' | 'keyCode'>): boolean {
  return NAMES.includes(key) || NUMBERS.includes(keyCode);
}
