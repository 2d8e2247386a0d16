import * as z from 'zod/mini';
import { browserStorage } from '../../../shared/storage/browser-storage.ts';

const STORAGE_KEY = 'prahari.captions';

export const CAPTION_SIZES = ['small', 'normal', 'large', 'huge'] as const;
export const CAPTION_BACKGROUNDS = ['none', 'half', 'solid'] as const;

const schema = z.object({
  /** Null shows none. */
  language: z.nullable(z.string()),
  size: z.enum(CAPTION_SIZES),
  background: z.enum(CAPTION_BACKGROUNDS),
});
export type CaptionSettings = Readonly<z.infer<typeof schema>>;

export const captionSettings: CaptionSettings = {
  language: null,
  size: 'normal',
  background: 'half',
};

/** The stored value; the defaults when it is missing or invalid. */
export function readCaptionSettings(text: string | null): CaptionSettings {
  try {
    const parsed = z.safeParse(schema, JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.data : captionSettings;
  } catch {
    return captionSettings;
  }
}

/** This learner's caption settings, for every video in this browser. */
export const rememberedCaptions = () => readCaptionSettings(browserStorage.getItem(STORAGE_KEY));

export function rememberCaptions(settings: CaptionSettings): void {
  browserStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
}
