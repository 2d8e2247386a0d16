import * as z from 'zod/mini';
import { browserStorage } from '../../../shared/storage/browser-storage.ts';

const STORAGE_KEY = 'prahari.player';

/** Times the usual speed. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
export type Speed = (typeof SPEEDS)[number];

export interface Preferences {
  readonly speed: Speed;
  /** Null lets the player choose by the network; see also the two below. */
  readonly heightPixels: number | null;
  /** 0 to 1. */
  readonly volume: number;
  /** RFC 5646; null for the one that a video begins with. */
  readonly soundLanguage: string | null;
  /** Whether the next lesson starts by itself at the end of one. */
  readonly autoplay: boolean;
}

/** Lower than every video has: the lowest there is plays, which costs least data. */
export const SAVER_HEIGHT = 1;
/** Audio only, with its slides: for connections and data plans that are too small for pictures. */
export const NO_PICTURE = 0;

export const defaultPreferences: Preferences = {
  speed: 1,
  heightPixels: null,
  volume: 1,
  soundLanguage: null,
  autoplay: true,
};

const storedSchema = z.object({
  speed: z.literal(SPEEDS),
  heightPixels: z.nullable(z.int().check(z.gte(NO_PICTURE), z.lte(8192))),
  volume: z.number().check(z.gte(0), z.lte(1)),
  // Preferences stored before these existed keep their other values.
  soundLanguage: z._default(z.nullable(z.string().check(z.maxLength(35))), null),
  autoplay: z._default(z.boolean(), true),
});

/** The stored value; the defaults when it is missing or invalid. */
export function readPreferences(text: string | null): Preferences {
  try {
    const parsed = z.safeParse(storedSchema, JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.data : defaultPreferences;
  } catch {
    return defaultPreferences;
  }
}

export function rememberedPreferences(): Preferences {
  return readPreferences(browserStorage.getItem(STORAGE_KEY));
}

/** If storage is full or denied, the choice applies to this video alone. */
export function rememberPreferences(preferences: Preferences): void {
  try {
    browserStorage.setItem(STORAGE_KEY, JSON.stringify(preferences));
  } catch {
    // Nothing is lost but the memory of it.
  }
}

/** The next speed up (1) or down (-1); at the end it stays. */
export function nextSpeed(speed: Speed, direction: 1 | -1): Speed {
  return SPEEDS[SPEEDS.indexOf(speed) + direction] ?? speed;
}
