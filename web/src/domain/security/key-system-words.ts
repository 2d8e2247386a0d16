import type { DrmSystem } from '@prahari/contract';
import type { Say } from '../../shared/i18n/text-key.ts';

/** How the names begin that browsers give to key systems. */
const beginnings: Readonly<Record<DrmSystem, string>> = {
  clearkey: 'org.w3.clearkey',
  widevine: 'com.widevine.',
  playready: 'com.microsoft.playready',
  fairplay: 'com.apple.fps',
};
const systems = ['clearkey', 'widevine', 'playready', 'fairplay'] as const;

/** The usual name of a key system; an unknown one keeps its own, none has none. */
export function nameKeySystem(t: Say, own: string | null | undefined): string | null {
  if (!own) return null;
  const known = systems.find((system) => own.startsWith(beginnings[system]));
  return known ? t(`keySystems.${known}`) : own;
}
