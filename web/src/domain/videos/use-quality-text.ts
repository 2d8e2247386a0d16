import type { ManagedVideo } from '@prahari/contract';
import { findLocale } from '../../shared/i18n/language.ts';
import { useText } from '../../shared/i18n/use-text.ts';

/** What a video was made in, the best first: `480p and audio only`. */
export function useQualityText(qualities: ManagedVideo['qualities']): string {
  const { t, language } = useText();
  const names = [...qualities].reverse().map((one) => t(`videos.quality_${one}`));
  return new Intl.ListFormat(findLocale(language), { type: 'conjunction' }).format(names);
}
