import type { SecurityIncident } from '@prahari/contract';
import type { Say } from '../../shared/i18n/text-key.ts';

const tampered = ['removed', 'hidden', 'changed', 'picture-moved', 'covered'] as const;
const ofMarks = new Set<string>(['watermark_tampered', 'extension_interference']);
const named = [
  ...(['screen', 'window', 'timezone', 'language', 'platform', 'fullscreen', 'online'] as const),
  ...(['position', 'hotkey', 'call', 'what', 'where', 'blurs', 'gapPixels'] as const),
  ...(['device', 'seenBy', 'fetchedSeconds', 'withinSeconds', 'heard'] as const),
  ...(['changed', 'events', 'responseMs'] as const),
];

/** What the server writes about what it saw itself. */
const words = ['phone', 'tablet', 'server'] as const;

/**
 * Describes an incident in the reader's language, by its type and its detector's findings. The
 * message itself is English, and a browser may write anything there.
 */
export function describeIncident(
  t: Say,
  { type, metadata }: Pick<SecurityIncident, 'type' | 'metadata'>,
): string {
  const said = t(`security.says_${type}`);
  const detail = describeDetail(t, type, metadata);
  return detail === undefined ? said : `${said}: ${detail}`;
}

function describeDetail(
  t: Say,
  type: SecurityIncident['type'],
  { hotkey, call, what }: SecurityIncident['metadata'],
): string | undefined {
  if (type === 'blocked_hotkey') return hotkey;
  return ofMarks.has(type) ? describeTampering(t, what) : call;
}

function describeTampering(t: Say, what: string | undefined): string | undefined {
  const known = tampered.find((each) => each === what);
  return known ? t(`security.tampered_${known}`) : what;
}

/** Lists the details that the browser added, with known names in the reader's language. */
export function listMetadataFacts(
  t: Say,
  metadata: SecurityIncident['metadata'],
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(metadata).map(([field, value]) => {
    const name = named.find((each) => each === field);
    return [name ? t(`security.meta_${name}`) : field, shownValue(t, field, value)];
  });
}

function shownValue(t: Say, field: string, value: string): string {
  if (field === 'what') return describeTampering(t, value) ?? value;
  const word = words.find((each) => each === value);
  if (word && (field === 'device' || field === 'seenBy')) return t(`security.metaWord_${word}`);
  if (value === 'true') return t('common.yes');
  return value === 'false' ? t('common.no') : value;
}
