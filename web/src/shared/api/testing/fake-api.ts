import type { LoginData } from '@prahari/contract';
import type { Api } from '../browser-api.ts';
import { createSession } from '../session.ts';

/** Makes a session in memory; signed in when `data` is given. */
export function createFakeSession(data?: LoginData) {
  const kept = new Map<string, string>();
  const session = createSession({
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    onStorageChange: () => undefined,
    now: () => 0,
  });
  if (data) session.adopt(data);
  return session;
}

/** Makes a server for a test: calls that are not given are refused. */
export function createFakeApi(parts: Partial<Api>): Api {
  const unexpected = () => Promise.reject(new Error('The test did not expect this call'));
  return {
    session: createFakeSession(),
    call: unexpected,
    signIn: unexpected,
    signOut: unexpected,
    resume: unexpected,
    headersFor: unexpected,
    noteNonce: () => undefined,
    ...parts,
  };
}

export const learnerLogin: LoginData = {
  accessToken: 'token',
  accessTokenExpiresAt: '2031-01-01T00:00:00Z',
  refreshToken: null,
  userType: 'LEARNER',
  user: {
    id: '8e4df3a4-1111-4a2b-8c3d-000000000001',
    name: 'Asha Verma',
    contactNumber: '+919876543210',
    countryCode: '+91',
    userType: 'LEARNER',
  },
  permissions: [],
  adminScope: null,
  videoAccessExpiresAt: null,
  mustEnrolSecondFactor: false,
};
