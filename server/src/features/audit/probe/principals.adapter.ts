import { basePath, endpoints, responseHeaders } from '@prahari/contract';
import { Secret, TOTP } from 'otpauth';
import * as z from 'zod/mini';
import type { AuditPorts, ThrowawayAccount, ThrowawayFacts } from '../ports.ts';
import { createDeviceKey, type DeviceKey } from './device-key.adapter.ts';
import type { Probe, ProbeAnswer, ProbeRequest } from './probe.adapter.ts';

/** A signed-in throwaway account on a device of its own. */
export interface Principal {
  readonly account: ThrowawayAccount;
  readonly device: DeviceKey;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly sessionId: string;
  /** Whether nothing but setting up a second factor is allowed. */
  readonly mustEnrolSecondFactor: boolean;
  /** Cookies that the server set, for the `Cookie` header. */
  readonly cookies: string;
  /**
   * Sends a call as this account does: with its token, a proof for this very request, and again with
   * the nonce that the server names. Headers that are given win.
   */
  call(request: ProbeRequest & { readonly accessToken?: string }): Promise<ProbeAnswer>;
}

export type PrincipalName = 'learner' | 'otherLearner' | 'administrator';

/** The accounts of one audit, each made when it is first asked for. */
export interface Principals {
  get(name: PrincipalName): Promise<Principal>;
  /**
   * An account of its own, for a check that changes or ends what it uses. Where administrators owe a
   * second factor, it has one.
   */
  create(userType: 'LEARNER' | 'ADMIN', facts?: ThrowawayFacts): Promise<Principal>;
  /** Makes an account without signing in. */
  createAccount(userType: 'LEARNER' | 'ADMIN', facts?: ThrowawayFacts): Promise<ThrowawayAccount>;
  /** Signs in, on a device that is given or a new one; waits where too many did. */
  signIn(account: ThrowawayAccount, device?: DeviceKey): Promise<Principal>;
  /** The answer to an attempt to sign in, also a refusal. */
  trySignIn(
    account: Pick<ThrowawayAccount, 'contactNumber' | 'countryCode' | 'password'>,
    options?: {
      readonly device?: DeviceKey;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ): Promise<ProbeAnswer>;
  /** Sends a call with a proof of that device, and no token unless one is given. */
  callFrom(
    device: DeviceKey,
    request: ProbeRequest & { readonly accessToken?: string | undefined },
  ): Promise<ProbeAnswer>;
}

const loginAnswer = z.object({
  data: z.object({
    accessToken: z.string(),
    refreshToken: z.nullable(z.string()),
    mustEnrolSecondFactor: z.boolean(),
  }),
});
const tokenClaims = z.object({ sid: z.string() });
const enrolmentAnswer = z.object({ data: z.object({ secret: z.string() }) });
const loginPath = `${basePath}${endpoints.auth.login.path}`;
/** The limit of sign-ins counts minutes. */
const longestWaitSeconds = 70;
const userTypes = {
  learner: 'LEARNER',
  otherLearner: 'LEARNER',
  administrator: 'ADMIN',
} as const;

export function createPrincipals(deps: {
  readonly probe: Probe;
  readonly throwaway: AuditPorts['throwaway'];
  /** Of the audit, by which its accounts are removed. */
  readonly runId: string;
}): Principals {
  const { probe, throwaway, runId } = deps;
  const made = new Map<PrincipalName, Promise<Principal>>();
  let nonce: string | undefined;

  async function callFrom(
    device: DeviceKey,
    { accessToken, ...request }: ProbeRequest & { readonly accessToken?: string | undefined },
  ): Promise<ProbeAnswer> {
    const method = request.method ?? 'GET';
    const attempt = async () => {
      const url = `${probe.origin}${request.path.split(/[?#]/, 1)[0]}`;
      const proof = await device.prove({ method, url, nonce, accessToken });
      const answer = await probe.send({
        ...request,
        headers: {
          ...proof,
          ...(accessToken === undefined ? {} : { authorization: `DPoP ${accessToken}` }),
          ...(typeof request.body === 'string' ? { 'content-type': 'application/json' } : {}),
          ...request.headers,
        },
      });
      nonce = answer.headers[responseHeaders.nonce] ?? nonce;
      return answer;
    };
    const answer = await attempt();
    return answer.text.includes('"nonce_required"') ? attempt() : answer;
  }

  const principals: Principals = {
    get(name) {
      const known = made.get(name) ?? principals.create(userTypes[name]);
      made.set(name, known);
      return known;
    },
    createAccount: (userType, facts) => throwaway.create(userType, runId, facts),
    async create(userType, facts) {
      const principal = await principals.signIn(await principals.createAccount(userType, facts));
      if (principal.mustEnrolSecondFactor) await enrolSecondFactor(principal);
      return principal;
    },
    async trySignIn({ contactNumber, countryCode, password }, options = {}) {
      return callFrom(options.device ?? (await createDeviceKey()), {
        method: 'POST',
        path: loginPath,
        headers: { ...options.headers },
        body: JSON.stringify({ countryCode, contactNumber, password }),
      });
    },
    async signIn(account, given) {
      const device = given ?? (await createDeviceKey());
      let answer = await principals.trySignIn(account, { device });
      const waitSeconds = Number(answer.headers[responseHeaders.retryAfter]);
      if (answer.status === 429 && waitSeconds <= longestWaitSeconds) {
        await probe.pause(waitSeconds);
        answer = await principals.trySignIn(account, { device });
      }
      const login = z.safeParse(loginAnswer, answer.json);
      if (!login.success) {
        throw new Error(`a throwaway account could not sign in: ${answer.status}`);
      }
      const { accessToken, refreshToken, mustEnrolSecondFactor } = login.data.data;
      return {
        account,
        device,
        accessToken,
        refreshToken: refreshToken ?? '',
        mustEnrolSecondFactor,
        sessionId: readSessionId(accessToken),
        cookies: answer.setCookies.map((line) => line.split(';', 1)[0]).join('; '),
        call: (request) => callFrom(device, { accessToken, ...request }),
      };
    },
    callFrom,
  };
  return principals;
}

async function enrolSecondFactor({ account: { password }, call }: Principal): Promise<void> {
  const { startSecondFactor, confirmSecondFactor } = endpoints.account;
  const post = (path: string, body: object) =>
    call({ method: 'POST', path: `${basePath}${path}`, body: JSON.stringify(body) });
  const started = z.safeParse(
    enrolmentAnswer,
    (await post(startSecondFactor.path, { password })).json,
  );
  if (!started.success) throw new Error('a throwaway account could not enrol a second factor');
  const code = new TOTP({ secret: Secret.fromBase32(started.data.data.secret) }).generate();
  const confirmed = await post(confirmSecondFactor.path, { code });
  if (confirmed.status !== 200) {
    throw new Error(`a throwaway account could not confirm its factor: ${confirmed.status}`);
  }
}

/** Reads the session from a token, without trusting it. */
function readSessionId(accessToken: string): string {
  const payload = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString();
  const claims = z.safeParse(tokenClaims, parseJson(payload));
  return claims.success ? claims.data.sid : '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
