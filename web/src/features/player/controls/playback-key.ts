/** The effect of a key on a video in fullscreen. */
export type PlaybackKey =
  | { readonly act: 'seek'; readonly bySeconds: number }
  /** To a share of the whole, 0 to 1. */
  | { readonly act: 'jump'; readonly toShare: number }
  | { readonly act: 'volume'; readonly by: number }
  | { readonly act: 'speed'; readonly direction: 1 | -1 }
  | { readonly act: 'mute' }
  | { readonly act: 'captions' }
  | { readonly act: 'note' }
  | { readonly act: 'help' }
  | { readonly act: 'toggle' };

export const SKIP_SECONDS = 10;
const VOLUME_STEP = 0.05;

const KEYS: Readonly<Record<string, PlaybackKey>> = {
  ArrowLeft: { act: 'seek', bySeconds: -SKIP_SECONDS },
  ArrowRight: { act: 'seek', bySeconds: SKIP_SECONDS },
  j: { act: 'seek', bySeconds: -SKIP_SECONDS },
  l: { act: 'seek', bySeconds: SKIP_SECONDS },
  Home: { act: 'jump', toShare: 0 },
  End: { act: 'jump', toShare: 1 },
  ArrowUp: { act: 'volume', by: VOLUME_STEP },
  ArrowDown: { act: 'volume', by: -VOLUME_STEP },
  '<': { act: 'speed', direction: -1 },
  '>': { act: 'speed', direction: 1 },
  k: { act: 'toggle' },
  MediaPlayPause: { act: 'toggle' },
  MediaRewind: { act: 'seek', bySeconds: -SKIP_SECONDS },
  MediaFastForward: { act: 'seek', bySeconds: SKIP_SECONDS },
  m: { act: 'mute' },
  c: { act: 'captions' },
  n: { act: 'note' },
  '?': { act: 'help' },
};

interface Pressed {
  readonly key: string;
  /** The place on the keyboard. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Combinations belong to the browser, and to the list of what is blocked. */
export function playbackKey(pressed: Pressed): PlaybackKey | null {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return null;
  const name = readKeyName(pressed);
  if (/^\d$/.test(name)) return { act: 'jump', toShare: Number(name) / 10 };
  return Object.hasOwn(KEYS, name) ? (KEYS[name] ?? null) : null;
}

/** By its place where the key makes a letter of another script (Devanagari). */
function readKeyName({ key, code }: Pressed): string {
  if (/^[ -~]+$/.test(key)) return key.length === 1 ? key.toLowerCase() : key;
  return /^(?:Key|Digit)([A-Z\d])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}
