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

/** What features tell the audit, and do for it; `audit-ports.ts` fills it. */
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
  /**
   * Tells what is decided about a caller while the database is away; nothing that others use is
   * touched.
   */
  decideWithoutDatabase(credentials: {
    readonly accessToken: string;
    readonly deviceId: string;
  }): Promise<readonly { readonly what: string; readonly outcome: 'refused' | 'allowed' }[]>;
  /** Makes a secret as those of sessions are made; it opens nothing. */
  makeSessionSecret(): string;
  readonly stored: StoredFacts;
  readonly host: HostFacts;
  readonly outgoing: OutgoingFacts;
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
  readonly watermarkOpacityPercent: number;
  readonly isMetricsTokenSet: boolean;
  readonly trustsProxy: boolean;
  readonly logLevel: string;
  /** Whether other machines can connect to this process without a proxy. */
  readonly isOpenToNetworks: boolean;
  /** Addresses whose forwarded headers are believed. */
  readonly trustedProxies: readonly string[];
  /** How media is reached in the object store. */
  readonly objectStore: 'disk' | 'encrypted' | 'plain';
  /** Each secret with its purpose: its bytes and the hash by which it is compared with others. */
  readonly secrets: readonly {
    readonly purpose: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
}

/** What the database holds and allows, read only. */
export interface StoredFacts {
  /** Passwords by the part of their hash that names method and cost; at most so many are read. */
  countPasswordHashes(
    atMost: number,
  ): Promise<readonly { readonly method: string; readonly count: number }[]>;
  /** Values that must be sealed under the master key, by what they are. */
  countSealedValues(): Promise<
    readonly { readonly what: string; readonly sealed: number; readonly unsealed: number }[]
  >;
  /** Initialisation vectors that several values sealed under one key share. */
  countRepeatedIvs(): Promise<number>;
  describeDatabase(): Promise<DatabaseFacts>;
  /** The oldest row of what is removed after some days; null where there is none. */
  listOldest(): Promise<
    readonly { readonly what: string; readonly keptDays: number; readonly oldest: Date | null }[]
  >;
  /** In how many rows of each record, written since then, one of these texts occurs. */
  countMentions(
    texts: readonly string[],
    since: Date,
  ): Promise<readonly { readonly where: string; readonly count: number }[]>;
  /** Finished imports whose rows are not all made, known already or failed. */
  countTornImports(): Promise<number>;
  /**
   * What players reported since then: of how many playbacks, in how many a mark was missing, and of
   * which videos most of these are.
   */
  describeWatermarks(since: Date): Promise<{
    readonly reported: number;
    readonly uncovered: number;
    readonly videos: readonly string[];
  }>;
  /** Names of events since then that are about this user. */
  listEventsOf(userId: string, since: Date): Promise<readonly string[]>;
  describeAlerting(): Promise<{
    readonly enabledRules: number;
    readonly readers: readonly { readonly name: string; readonly delaySeconds: number }[];
  }>;
}

export interface DatabaseFacts {
  /** As `SHOW server_version` says it. */
  readonly version: string;
  readonly isSuperuser: boolean;
  readonly mayCreateRoles: boolean;
  readonly isEncrypted: boolean;
  /** Whether it runs on this machine. */
  readonly isLocal: boolean;
  /** Whether it serves nothing but this installation. */
  readonly isEmbedded: boolean;
  /** Append-only tables, with whether the database refuses to change or remove a row. */
  readonly appendOnly: readonly { readonly table: string; readonly isRefused: boolean }[];
}

/** What this machine and process are like. */
export interface HostFacts {
  /** Entries of the data folder and secrets beside it, by name; never what they hold. */
  listDataFiles(): Promise<readonly DataFile[]>;
  describeProcess(): Promise<ProcessFacts>;
  /** Each program with its version, as it says itself. */
  listPrograms(): Promise<readonly { readonly name: string; readonly version: string }[]>;
  /** When the list of exact packages was changed last; undefined where there is none. */
  findLockfileTime(): Promise<Date | undefined>;
  /** The report of `npm audit --json` that the operator put beside the data; undefined without. */
  findAdvisoryReport(): Promise<AdvisoryReport | undefined>;
  /** When the operator's job last noted a finished backup; undefined where it notes none. */
  findBackupTime(): Promise<Date | undefined>;
  /** The master key's file; undefined where it can't be looked at. */
  describeMasterKey(): Promise<{ readonly changedAt: Date; readonly keys: number } | undefined>;
  /** Files of the program that differ from their commit; undefined where there is none. */
  compareCode(): Promise<
    { readonly commit: string; readonly changed: readonly string[] } | undefined
  >;
  /**
   * Examines a file as an upload is examined, beside one that holds the secret and whose path stands
   * in place of `CANARY`. Undefined in a process without media programs.
   */
  readonly examineMedia:
    | ((
        name: string,
        bytes: Buffer,
        secret: string,
      ) => Promise<{ readonly isAccepted: boolean; readonly text: string }>)
    | undefined;
  /** Collects the lines that this process logs, until `stop`. */
  watchLog(): { readonly lines: readonly string[]; stop(): void };
}

export interface DataFile {
  readonly name: string;
  /** Permission bits. */
  readonly mode: number;
  readonly kind: 'root' | 'shared' | 'private' | 'secret';
}

export interface ProcessFacts {
  readonly isRoot: boolean;
  /** Null where the system does not tell. */
  readonly mayGainPrivileges: boolean | null;
  readonly mayChangeCode: boolean;
  readonly isInspectorOpen: boolean;
  /** Whether an error that nothing caught is logged, and whether the process goes on after it. */
  readonly logsUncaught: boolean;
  readonly survivesUncaught: boolean;
}

export interface AdvisoryReport {
  readonly at: Date;
  readonly critical: number;
  readonly high: number;
  readonly packages: readonly string[];
}

/** Requests that this server sends to others. */
export interface OutgoingFacts {
  /** Settings that allow addresses of this machine and of private networks. */
  readonly allowedPrivate: readonly string[];
  /**
   * Tries to send an empty request to a licence service at that address.
   * @returns whether it was refused before a connection was made
   */
  isLicenceAddressRefused(url: string): Promise<boolean>;
  /**
   * Calls a licence service on this machine once, as for a licence.
   * @returns undefined where it was given up
   */
  askLicenceService(
    url: string,
  ): Promise<{ readonly status: number; readonly bytes: number } | undefined>;
  /** Formats cells as exports do: one line of a CSV file. */
  formatExportLine(cells: readonly string[]): string;
  /** Connects to a public address as a browser does. */
  inspectTls(origin: string): Promise<TlsFacts>;
  /** Asks a public address by plain HTTP; undefined where nothing answers. */
  askPlainly(
    origin: string,
    path: string,
  ): Promise<{ readonly status: number; readonly location: string } | undefined>;
}

export interface TlsFacts {
  /** Null where no connection was made. */
  readonly protocol: string | null;
  /** Why the certificate is not trusted; null where it is. */
  readonly distrust: string | null;
  readonly expiresAt: Date | null;
  /** Whether it also speaks TLS 1.1 or older. */
  readonly acceptsOldProtocols: boolean;
}
