import { endpoints, type SecondStepWay } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../shared/api/api-context.ts';
import { createFakeApi, learnerLogin } from '../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import type { EntryLayout } from './entry-layout.ts';
import { SecondFactorStep } from './SecondFactorStep.tsx';

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('account'), import('@simplewebauthn/browser')]);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const Layout = ({ title, description, children }: ComponentProps<EntryLayout>) => (
  <main>
    <h1>{title}</h1>
    <p>{description}</p>
    {children}
  </main>
);

/** A browser with passkeys, whose answers to `navigator.credentials.get` come from `answers`. */
function withPasskeys(answers: (() => Promise<unknown>)[]): void {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', class {});
  const get = () => answers.shift()?.() ?? Promise.reject(new Error('asked too often'));
  vi.stubGlobal('navigator', { credentials: { get } });
}

function show(ways: readonly SecondStepWay[]) {
  const asked: { path: string; input: unknown }[] = [];
  const api = createFakeApi({
    call: (endpoint, input) => {
      asked.push({ path: endpoint.path, input });
      const challenge = {
        challenge: 'AAAA',
        rpId: 'localhost',
        timeout: 1000,
        allowCredentials: [],
        userVerification: 'preferred',
      };
      const answer = endpoint.path.endsWith('/challenge') ? challenge : learnerLogin;
      return Promise.resolve(JSON.parse(JSON.stringify(answer)));
    },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={api}>
        <SecondFactorStep
          Layout={Layout}
          secondFactorToken="token-8"
          ways={ways}
          onRestart={() => undefined}
        />
      </ApiProvider>
    </QueryClientProvider>,
  );
  return { asked, api };
}

const button = (name: string) => screen.getByRole('button', { name });
const bytes = (...values: number[]) => Uint8Array.from(values).buffer;
const signed = {
  id: 'AQID',
  rawId: bytes(1, 2, 3),
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes(1), authenticatorData: bytes(2), signature: bytes(3) },
};

test('asks for the passkey first, shows the result, and retries with a new challenge', async () => {
  const cancelled = new DOMException('no', 'NotAllowedError');
  withPasskeys([() => Promise.reject(cancelled), () => Promise.resolve(signed)]);
  const { asked, api } = show(['passkey', 'app', 'recovery']);
  expect(document.activeElement).toBe(button('Use your passkey'));
  fireEvent.click(button('Use your passkey'));
  expect((await screen.findByRole('alert')).textContent).toContain('No passkey was used');
  fireEvent.click(button('Use your passkey'));
  await expect.poll(() => api.session.state().context?.user.name).toBe('Asha Verma');
  const { passkeyChallenge, passkeySignIn } = endpoints.account;
  expect(asked.map(({ path }) => path)).toEqual([
    passkeyChallenge.path,
    passkeyChallenge.path,
    passkeySignIn.path,
  ]);
  expect(asked.at(-1)?.input).toEqual({
    body: {
      secondFactorToken: 'token-8',
      assertion: {
        id: 'AQID',
        clientDataJSON: 'AQ',
        authenticatorData: 'Ag',
        signature: 'Aw',
      },
    },
  });
});

test('offers only the factors of the account', () => {
  withPasskeys([]);
  show(['passkey', 'recovery']);
  expect(screen.queryByRole('button', { name: 'Use the authenticator app' })).toBeNull();
  fireEvent.click(button('Use a recovery code'));
  expect(screen.getByLabelText(/Recovery code/)).toBeTruthy();
  fireEvent.click(button('Use your passkey'));
  expect(screen.queryByLabelText(/Recovery code/)).toBeNull();
});

test('a browser without passkeys says so, and offers another factor', () => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', undefined);
  show(['passkey', 'app', 'recovery']);
  expect(screen.getByRole('status').textContent).toBe('This browser doesn’t support passkeys.');
  expect(screen.queryByRole('button', { name: 'Use your passkey' })).toBeNull();
  expect(screen.getByLabelText(/Six-digit code/)).toBeTruthy();
});
