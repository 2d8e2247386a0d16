/** What a key does to a video that is on the whole screen. */
export type PlaybackKey =
  | { readonly act: 'seek'; readonly bySeconds: number }
  | { readonly act: 'volume'; readonly by: number }
  | { readonly act: 'speed'; readonly direction: 1 | -1 }
  | { readonly act: 'mute' }
  | { readonly act: 'note' }
  | { readonly act: 'toggle' };

export const SKIP_SECONDS = 10;
const VOLUME_STEP = 0.05;

const KEYS: Readonly<Record<string, PlaybackKey>> = {
  ArrowLeft: { act: 'seek', bySeconds: -SKIP_SECONDS },
  ArrowRight: { act: 'seek', bySeconds: SKIP_SECONDS },
  j: { act: 'seek', bySeconds: -SKIP_SECONDS },
  l: { act: 'seek', bySeconds: SKIP_SECONDS },
  ArrowUp: { act: 'volume', by: VOLUME_STEP },
  ArrowDown: { act: 'volume', by: -VOLUME_STEP },
  '<': { act: 'speed', direction: -1 },
  '>': { act: 'speed', direction: 1 },
  k: { act: 'toggle' },
  MediaPlayPause: { act: 'toggle' },
  MediaRewind: { act: 'seek', bySeconds: -SKIP_SECONDS },
  MediaFastForward: { act: 'seek', bySeconds: SKIP_SECONDS },
  m: { act: 'mute' },
  n: { act: 'note' },
};

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Combinations belong to the browser, and to the list of what is blocked. */
export function playbackKey({ key, ctrlKey, altKey, metaKey }: Pressed): PlaybackKey | null {
  if (ctrlKey || altKey || metaKey) return null;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return Object.hasOwn(KEYS, name) ? (KEYS[name] ?? null) : null;
}
