import type { AdminScope, Endpoint, Permission, UserType } from '@prahari/contract';

/** An account that this audit made, and that is removed after it. */
export interface ThrowawayAccount {
  readonly userId: string;
  readonly contactNumber: string;
  readonly countryCode: string;
  readonly password: string;
}

/** What is decided about an account that this audit makes. */
export interface ThrowawayFacts {
  readonly district?: string;
  /** Of an administrator; left out, those of the role. */
  readonly permissions?: readonly Permission[];
  /** Of an administrator; left out, everything. */
  readonly adminScope?: AdminScope;
}

/** What features tell the audit, and do for it; `compose.ts` fills it. */
export interface AuditPorts {
  readonly throwaway: {
    /**
     * Makes an account that can sign in at once, of no real person, kept out of lists, alerts and
     * reports.
     * @param runId of the audit, by which it is removed even after a kill
     */
    create(
      userType: Exclude<UserType, 'SUPER_ADMIN'>,
      runId: string,
      facts?: ThrowawayFacts,
    ): Promise<ThrowawayAccount>;
    /** Removes every account that was made for that audit, with all that belongs to it. */
    removeAll(runId: string): Promise<void>;
  };
  /** Every call of the API, and every path that the server answers besides. */
  readonly surface: {
    readonly endpoints: readonly Endpoint[];
    /** Patterns as the router has them. */
    routes(): ReadonlySet<string>;
  };
  /** A published video that a new learner may watch; undefined where there is none. */
  findPlayableVideo(userId: string): Promise<string | undefined>;
  /** The origin that users open; undefined where none is set. */
  readonly publicUrl: string | undefined;
  readonly settings: AuditedSettings;
  readonly accounts: AccountFacts;
  /** Makes a secret as those of sessions are made; it opens nothing. */
  makeSessionSecret(): string;
}

/** What is counted of accounts of people; those of audits are left out. */
export interface AccountFacts {
  /** Stored hashes that several accounts have: one password was set for all of them by hand. */
  countSharedPasswords(): Promise<number>;
  /** Accounts that `npm start -- --demo` made. */
  countDemoAccounts(): Promise<number>;
  /** At most a thousand are counted. */
  countAdministratorsWithoutFactor(): Promise<number>;
}

/** Settings that checks judge. Secrets are described, never given. */
export interface AuditedSettings {
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly videoAccessSeconds: number;
  /** After which every user must sign in again. */
  readonly sessionDays: number;
  readonly isServedOverTls: boolean;
  readonly nodeEnvironment: string;
  readonly requireSecondFactor: boolean;
  /** How many devices a learner may use; 0 is no limit. */
  readonly devicesPerLearner: number;
  /** Whether activation codes leave this server by SMS. */
  readonly sendsCodes: boolean;
  readonly testMode: boolean;
  readonly isMetricsTokenSet: boolean;
  readonly trustsProxy: boolean;
  readonly logLevel: string;
  /** Each secret with its purpose: its bytes and the hash by which it is compared with others. */
  readonly secrets: readonly {
    readonly purpose: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
}
