import { useText } from '../i18n/use-text.ts';
import { formatLimit } from './format-limit.ts';

/** Writes limits of sizes as they were set, in the interface's language. */
export function useLimitText() {
  const { language } = useText();
  return (bytes: number) => formatLimit(bytes, language);
}
