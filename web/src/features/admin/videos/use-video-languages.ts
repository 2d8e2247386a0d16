import { useMemo } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';

/**
 * English and the languages of the Eighth Schedule to the Constitution of India, as browsers call
 * them, and the most spoken ones of the rest of the world.
 */
const OFFERED = [
  ...['as', 'bn', 'brx', 'doi', 'en', 'gu', 'hi', 'kn', 'kok', 'ks', 'mai', 'ml', 'mni', 'mr'],
  ...['ne', 'or', 'pa', 'sa', 'sat', 'sd', 'ta', 'te', 'ur'],
  ...['ar', 'de', 'es', 'fr', 'id', 'ja', 'ko', 'pt', 'ru', 'zh'],
];

/** Languages to choose from, by name; `chosen` is among them, also where a program set it. */
export function useVideoLanguages(chosen = '') {
  const format = useFormat();
  return useMemo(() => {
    const tags = chosen === '' || OFFERED.includes(chosen) ? OFFERED : [...OFFERED, chosen];
    return tags
      .map((value) => ({ value, label: format.language(value) }))
      .sort((one, other) => one.label.localeCompare(other.label));
  }, [chosen, format]);
}
