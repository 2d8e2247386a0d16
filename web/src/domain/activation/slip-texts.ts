import { formatDate } from '../../shared/format/format.ts';
import { sayIn } from '../../shared/i18n/i18n.ts';
import type { Language } from '../../shared/i18n/language.ts';

/** The contents of one user's slip. */
export interface Slip {
  readonly name: string;
  /** E.164 */
  readonly contactNumber: string;
  readonly code: string;
  /** ISO 8601 */
  readonly expiresAt: string;
}

/** Says what to do with a code. */
export function describeSteps(language: Language, { expiresAt }: Slip, address: string): string {
  const until = formatDate(new Date(expiresAt), language);
  return sayIn(language)('slip.steps', { address, until });
}

/** Writes the message by which a code is passed on. */
export function writeMessage(language: Language, slip: Slip, address: string): string {
  const say = sayIn(language);
  return [
    say('slip.greeting', { name: slip.name }),
    '',
    `${say('slip.phone')}: ${slip.contactNumber}`,
    `${say('slip.code')}: ${slip.code}`,
    '',
    describeSteps(language, slip, address),
    say('slip.where'),
  ].join('\n');
}
