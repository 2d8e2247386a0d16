import { endpoints } from '@prahari/contract';
import { type ApiClient, activate as activateOn, createApiClient } from '@prahari/testkit';

/** Long enough for every role (NIST SP 800-63B-4: 15 for administrators). */
export const goodPassword = 'mango tree by the old well';

export interface Account {
  readonly contactNumber: string;
  readonly password: string;
}

export interface SignedIn extends Account {
  readonly client: ApiClient;
}

/**
 * Sets a password with a one-time code and signs in on a new device. The client renews its session: it
 * may serve all tests of a server, for longer than an access token is good.
 */
export async function activate(
  origin: string,
  contactNumber: string,
  code: string,
): Promise<SignedIn> {
  const client = await createApiClient(origin, { renewsSession: true });
  const account = { contactNumber, password: goodPassword };
  await activateOn(client, { ...account, code });
  return { client, ...account };
}

/** A new learner, activated and signed in. */
export async function createLearner(admin: ApiClient): Promise<SignedIn> {
  const body = { name: 'Asha Kumari', contactNumber: createContactNumber() };
  const { user, activation } = await admin.call(endpoints.users.create, { body });
  return activate(admin.origin, user.contactNumber, activation.code ?? '');
}

/** Ten digits of an Indian mobile number that no other test of this server has. */
export function createContactNumber(): string {
  const digits = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return `98${String(digits).padStart(10, '0').slice(-8)}`;
}
