import { type ApiError, endpoints } from '@prahari/contract';
import { expect } from 'vitest';
import type { SoftwareAuthenticator, Untruth } from './software-authenticator.ts';
import { testPassword } from './start-test-server.ts';
import type { TestClient } from './test-client.ts';

const { account } = endpoints;

type Refused = Pick<ApiError, 'status' | 'code' | 'reason' | 'details'>;

/** Undefined for a call that was answered. */
export const failure = (call: Promise<unknown>): Promise<Refused | undefined> =>
  call.then(
    () => undefined,
    ({ status, code, reason, details }: ApiError) => ({ status, code, reason, details }),
  );

/** Takes the first step of a sign-in of a user with a second factor. */
export async function sendPassword(
  client: TestClient,
  { contactNumber }: { readonly contactNumber: string },
) {
  const refusal = await failure(client.signIn(contactNumber, testPassword));
  expect(refusal).toMatchObject({ status: 403, reason: 'second_factor_required' });
  return {
    secondFactorToken: `${refusal?.details['secondFactorToken']}`,
    ways: refusal?.details['ways'],
  };
}

/** The challenge that a passkey signs. */
export const ask = (client: TestClient, secondFactorToken: string) =>
  client.call(account.passkeyChallenge, { body: { secondFactorToken } });

/** Signs in with password and passkey. @param untruth false claims of the key */
export async function signInWith(
  client: TestClient,
  user: { readonly contactNumber: string },
  key: SoftwareAuthenticator,
  untruth?: Untruth,
) {
  const { secondFactorToken } = await sendPassword(client, user);
  const asked = await ask(client, secondFactorToken);
  const body = { secondFactorToken, assertion: key.sign(asked, untruth) };
  const data = await client.call(account.passkeySignIn, { body });
  client.accessToken = data.accessToken;
  return data;
}
