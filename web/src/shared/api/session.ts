import { type FailedAttemptsByOthers, type LoginData, limits } from '@prahari/contract';
import * as z from 'zod/mini';

const STORAGE_KEY = 'prahari.user';

const contextSchema = z.object({
  isAuthenticated: z.literal(true),
  userType: z.enum(['LEARNER', 'ADMIN', 'SUPER_ADMIN']),
  user: z.object({
    id: z.string(),
    name: z.string(),
    contactNumber: z.string(),
    countryCode: z.string(),
    userType: z.enum(['LEARNER', 'ADMIN', 'SUPER_ADMIN']),
  }),
  permissions: z.array(z.string()),
  adminScope: z.nullable(z.object({ level: z.string() })),
  mustEnrolSecondFactor: z.optional(z.boolean()),
});

/** Stored user context of the specification, section 3, without its tokens. */
export type UserContext = z.infer<typeof contextSchema>;

/** Why no user is signed in. */
export type SignedOutCause = 'none' | 'expired' | 'refused' | 'copied' | 'unbound' | 'signed-out';

export interface SessionState {
  readonly context: UserContext | null;
  readonly cause: SignedOutCause;
  /** Failed attempts by others before this sign-in, until the user has seen them. */
  readonly failedAttemptsByOthers: FailedAttemptsByOthers | null;
}

interface Token {
  readonly value: string;
  readonly receivedAtMs: number;
}

/** The signed-in user, as every part of the page sees it. The access token never leaves memory. */
export interface Session {
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  accessToken(): string | undefined;
  /** Tells whether there is no token or it has less than `marginMs` to live. */
  needsRenewal(marginMs: number): boolean;
  /** Tells whether the password was confirmed for watching, as far as this page knows. */
  isWatchConfirmed(): boolean;
  /** Tells whether it was, but in another network, browser release or machine. */
  isWatchConfirmedElsewhere(): boolean;
  noteWatchConfirmed(isConfirmed: boolean, isElsewhere?: boolean): void;
  adopt(data: LoginData): void;
  noteFailedAttemptsSeen(): void;
  /** Takes the user's own new name, so that it shows everywhere at once. */
  rename(name: string): void;
  end(cause: SignedOutCause): void;
}

export interface SessionPorts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Calls back when another tab changed the storage. */
  onStorageChange(listener: (key: string | null) => void): void;
  now(): number;
}

export function createSession({ storage, onStorageChange, now }: SessionPorts): Session {
  const listeners = new Set<() => void>();
  let token: Token | undefined;
  let watchConfirmed = false;
  let confirmedElsewhere = false;
  let state = fixed({ context: readContext(storage), cause: 'none', failedAttemptsByOthers: null });

  function become(next: SessionState) {
    state = fixed(next);
    for (const listener of listeners) listener();
  }

  function keep(context: UserContext, failedAttemptsByOthers: FailedAttemptsByOthers | null) {
    storage.setItem(STORAGE_KEY, JSON.stringify(context));
    become({ context, cause: 'none', failedAttemptsByOthers });
  }

  onStorageChange((key) => {
    if (key !== null && key !== STORAGE_KEY) return;
    const context = readContext(storage);
    const isSame = context?.user.id === state.context?.user.id;
    if (!isSame) token = undefined;
    const failedAttemptsByOthers = isSame ? state.failedAttemptsByOthers : null;
    become({ context, cause: context ? 'none' : 'signed-out', failedAttemptsByOthers });
  });

  const session: Session = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    accessToken: () => token?.value,
    isWatchConfirmed: () => watchConfirmed,
    isWatchConfirmedElsewhere: () => confirmedElsewhere,
    noteWatchConfirmed(isConfirmed, isElsewhere = false) {
      watchConfirmed = isConfirmed;
      confirmedElsewhere = isElsewhere;
    },
    needsRenewal: (marginMs) =>
      token === undefined ||
      // Counted from its arrival: the clock of a learner's machine may be wrong, but it runs evenly.
      token.receivedAtMs + limits.accessTokenSeconds * 1000 - now() < marginMs,
    adopt(data) {
      const { accessToken, userType, user, permissions, adminScope, mustEnrolSecondFactor } = data;
      token = { value: accessToken, receivedAtMs: now() };
      watchConfirmed = data.videoAccessExpiresAt !== null;
      const rights = { permissions, adminScope, mustEnrolSecondFactor };
      const failedAttemptsByOthers = data.failedAttemptsByOthers ?? state.failedAttemptsByOthers;
      keep({ isAuthenticated: true, userType, user, ...rights }, failedAttemptsByOthers);
    },
    noteFailedAttemptsSeen: () => become({ ...state, failedAttemptsByOthers: null }),
    rename(name) {
      const { context } = state;
      if (context)
        keep({ ...context, user: { ...context.user, name } }, state.failedAttemptsByOthers);
    },
    end(cause) {
      token = undefined;
      watchConfirmed = false;
      storage.removeItem(STORAGE_KEY);
      become({ context: null, cause, failedAttemptsByOthers: null });
    },
  };
  // Page code finds it in what React keeps.
  return Object.freeze(session);
}

/** Freezes the state, so that page code can't change who is signed in. */
function fixed(state: SessionState): SessionState {
  if (state.context !== null) {
    Object.freeze(state.context.user);
    Object.freeze(state.context);
  }
  return Object.freeze(state);
}

function readContext(storage: SessionPorts['storage']): UserContext | null {
  const text = storage.getItem(STORAGE_KEY);
  if (text === null) return null;
  try {
    return z.parse(contextSchema, JSON.parse(text));
  } catch {
    return null;
  }
}
