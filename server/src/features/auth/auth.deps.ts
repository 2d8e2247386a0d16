import type { Clock } from '../../platform/clock/clock.ts';
import type { SealingKeys } from '../../platform/crypto/seal.ts';
import type { Db } from '../../platform/db/database.ts';
import type { EventSpool } from '../../platform/events/spool.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Log } from '../../platform/log/log.ts';
import type { LiveConfig } from '../../platform/system-config/system-config.ts';
import type { Users } from '../users/index.ts';
import type { AuthConfig } from './auth.config.ts';
import type { BoundSessionProtocol } from './bound-sessions/bound-session.adapter.ts';
import type { IsBreached } from './password/breached-passwords.adapter.ts';
import type { PasswordHasher } from './password/password-hash.adapter.ts';
import type { RecordKeyMismatch } from './sessions/key-mismatch.adapter.ts';
import type { Revocations } from './sessions/revocations.adapter.ts';
import type { Tokens } from './sessions/tokens.adapter.ts';
import type { SignInRateLimit } from './sign-in/sign-in-rate-limit.adapter.ts';

/** The dependencies of this feature's functions; each picks by `Pick` what it uses. */
export interface AuthDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly systemConfig: LiveConfig;
  readonly settings: Pick<
    AuthConfig,
    'sessionDays' | 'deviceBoundSessions' | 'sessionRetentionDays'
  >;
  readonly masterKey: SealingKeys;
  /** The key of the MACs for successors of refresh tokens and hashes of recovery codes. */
  readonly refreshKey: Uint8Array;
  readonly users: Users;
  readonly tokens: Tokens;
  readonly hasher: PasswordHasher;
  readonly signInRateLimit: SignInRateLimit;
  readonly revocations: Revocations;
  readonly recordKeyMismatch: RecordKeyMismatch;
  readonly boundSessionProtocol: BoundSessionProtocol;
  readonly isBreached: IsBreached;
  readonly spool: Pick<EventSpool, 'count'>;
  /** The origins under which browsers reach this server; known once it listens. */
  origins(): readonly string[];
}
