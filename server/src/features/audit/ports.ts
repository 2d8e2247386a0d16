import type { Endpoint, UserType } from '@prahari/contract';

/** An account that this audit made, and that is removed after it. */
export interface ThrowawayAccount {
  readonly userId: string;
  readonly contactNumber: string;
  readonly countryCode: string;
  readonly password: string;
}

/** What features tell the audit, and do for it; `compose.ts` fills it. */
export interface AuditPorts {
  readonly throwaway: {
    /**
     * Makes an account that can sign in at once, of no real person, kept out of lists, alerts and
     * reports.
     * @param purpose what it is made for, by which it is removed even after a kill
     */
    create(userType: Exclude<UserType, 'SUPER_ADMIN'>, purpose: string): Promise<ThrowawayAccount>;
    /** Removes every account that was made for that purpose, with all that belongs to it. */
    removeAll(purpose: string): Promise<void>;
    block(userId: string): Promise<void>;
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
  readonly stored: StoredFacts;
  readonly host: HostFacts;
  /** Which kinds of requests leave this server, and whether one to that address would be sent. */
  readonly outgoing: { isAddressRefused(url: string): Promise<boolean> };
}

/** Settings that checks judge. Secrets are described, never given. */
export interface AuditedSettings {
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly videoAccessSeconds: number;
  readonly isServedOverTls: boolean;
  readonly nodeEnvironment: string;
  readonly requireSecondFactor: boolean;
  readonly testMode: boolean;
  readonly isMetricsTokenSet: boolean;
  readonly metricsNetworks: readonly string[];
  readonly trustsProxy: boolean;
  readonly logLevel: string;
  /** Each secret with its purpose: its bytes and the hash by which it is compared with others. */
  readonly secrets: readonly {
    readonly purpose: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
}

/** What is counted in the database, read only. */
export interface StoredFacts {
  /** Parameters of the stored password hashes, with how many accounts have each. */
  countPasswordHashes(): Promise<
    readonly { readonly algorithm: string; readonly parameters: string; readonly count: number }[]
  >;
  /** Password hashes that several accounts share. */
  countSharedPasswordHashes(): Promise<number>;
  /** Values of columns that are sealed under the master key, and how many of them are not. */
  countUnsealed(): Promise<
    readonly { readonly column: string; readonly sealed: number; readonly unsealed: number }[]
  >;
  /** Initialisation vectors that two sealed values of one key share. */
  countRepeatedNonces(): Promise<number>;
  /** What rights the role of this server has, beyond its own tables. */
  describeDatabaseRole(): Promise<{
    readonly name: string;
    readonly isSuperuser: boolean;
    readonly canCreateDatabases: boolean;
    readonly canCreateRoles: boolean;
    /** Whether the audit log refuses a change: tried in a transaction that is rolled back. */
    readonly refusesAuditLogChanges: boolean;
    readonly isEncrypted: boolean;
    readonly isLocal: boolean;
  }>;
  countAdministratorsWithoutSecondFactor(): Promise<{
    readonly without: number;
    readonly all: number;
  }>;
  /** Activation codes that are older than they may be. */
  countStaleActivationCodes(): Promise<number>;
  /** The oldest row of each kind that is removed after some days. */
  listRetention(): Promise<
    readonly { readonly kind: string; readonly keptDays: number; readonly oldest: Date | null }[]
  >;
  /** Whether a text occurs in what was recorded lately: events, browser errors, audit log. */
  countOccurrences(
    texts: readonly string[],
  ): Promise<readonly { readonly where: string; readonly count: number }[]>;
}

/** What this machine tells. */
export interface HostFacts {
  readonly nodeVersion: string;
  readonly tools: readonly { readonly name: string; readonly version: string }[];
  /** Files and folders that hold data, with who may read and write them. */
  listDataFiles(): Promise<
    readonly {
      readonly name: string;
      readonly mode: number;
      readonly isOwn: boolean;
      readonly isSecret: boolean;
    }[]
  >;
  /** When the list of packages was last changed; undefined where it is missing. */
  lockfileAt(): Promise<Date | undefined>;
  /** The newest copy of the database that the operator says was made; undefined without one. */
  readonly inspectorIsOpen: boolean;
}
