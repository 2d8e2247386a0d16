import type { LoginEvent } from '@prahari/contract';
import type { Tone } from '../../ui/Badge.tsx';

const KINDS = {
  'signed-in': ['loginHistory.signedIn', 'success'],
  'sign-in-refused': ['loginHistory.signInRefused', 'danger'],
  'code-refused': ['loginHistory.codeRefused', 'danger'],
  'device-bound': ['loginHistory.deviceBound', 'info'],
  'device-refused': ['loginHistory.deviceRefused', 'danger'],
  'device-copied': ['loginHistory.deviceCopied', 'danger'],
  'password-changed': ['loginHistory.passwordChanged', 'info'],
  'second-factor-enrolled': ['loginHistory.secondFactorEnrolled', 'info'],
  'second-factor-removed': ['loginHistory.secondFactorRemoved', 'warning'],
  'guessing-noticed': ['loginHistory.guessingNoticed', 'warning'],
  'passkey-added': ['loginHistory.passkeyAdded', 'info'],
  'passkey-removed': ['loginHistory.passkeyRemoved', 'warning'],
  'passkey-refused': ['loginHistory.passkeyRefused', 'danger'],
  'passkey-copied': ['loginHistory.passkeyCopied', 'danger'],
  'session-ended': ['loginHistory.ended_logout', 'neutral'],
} as const satisfies Record<LoginEvent['kind'], readonly [string, Tone]>;

/** The catalogue key of what happened, and how it looks. */
export function loginEventText({ kind, cause }: Pick<LoginEvent, 'kind' | 'cause'>) {
  const [text, tone] = KINDS[kind];
  return { text: cause === null ? text : (`loginHistory.ended_${cause}` as const), tone };
}
