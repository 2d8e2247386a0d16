import type { LoginEventKind, SessionEndCause } from '@prahari/contract';
import type { Narrow, Row } from '../../platform/db/tables.ts';

export type LoginEventRow = Row<'login_history'>;
export type PasskeyRow = Row<'passkeys'>;

declare module '../../platform/db/tables.ts' {
  interface Tables {
    passkey_challenges: Narrow<'passkey_challenges', { purpose: 'enrolment' | 'sign-in' }>;
    login_history: Narrow<'login_history', { kind: LoginEventKind; cause: SessionEndCause }>;
    sessions: Narrow<
      'sessions',
      {
        /** By place, in milliseconds of Unix time. */
        video_access_until: Readonly<Record<string, number>>;
      }
    >;
  }
}
