import { CompactSign, exportJWK, type GenerateKeyPairResult, generateKeyPair } from 'jose';
import * as z from 'zod/mini';
import type { TestClient } from './test-client.ts';

const instructions = z.object({
  session_identifier: z.string(),
  refresh_url: z.optional(z.string()),
  continue: z.boolean(),
});

/** The parts of a proof, to answer with wrong ones. */
export interface ProofParts {
  readonly alg?: string;
  readonly typ?: string;
  readonly jti?: string;
  readonly header?: Record<string, unknown>;
  readonly keys?: GenerateKeyPairResult;
}

/**
 * The part of a browser that binds sessions (Device Bound Session Credentials), beside a client that
 * makes the page's calls: it registers, keeps challenges, and renews the cookie by signing. Chromium
 * 156 sends what this does, letter by letter.
 */
export async function createBoundBrowser(
  client: TestClient,
  origin: string,
  algorithm: 'ES256' | 'RS256' = 'ES256',
) {
  const newKeys = () => generateKeyPair(algorithm, { extractable: true });
  const keys = await newKeys();
  let sessionId = '';
  let refreshPath = '';
  let challenge: string | undefined;

  function invitation() {
    const [, path = '', jti = ''] =
      /^\(ES256 RS256\);path="([^"]+)";challenge="([^"]+)"$/.exec(client.registration ?? '') ?? [];
    return { path, jti };
  }

  /** @param jti what is signed */
  async function signProof(jti: string, isRegistration: boolean, parts: ProofParts = {}) {
    const pair = parts.keys ?? keys;
    const { alg: _, ...jwk } = await exportJWK(pair.publicKey);
    const header = {
      alg: parts.alg ?? algorithm,
      typ: parts.typ ?? 'dbsc+jwt',
      ...(isRegistration ? { jwk } : {}),
      ...parts.header,
    };
    const claims = new TextEncoder().encode(JSON.stringify({ jti: parts.jti ?? jti }));
    return new CompactSign(claims).setProtectedHeader(header).sign(pair.privateKey);
  }

  async function send(path: string, headers: Record<string, string>, at = origin) {
    const answer = await fetch(`${at}${path}`, { method: 'POST', headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      client.cookies.set(name, value);
    }
    const said = answer.headers.get('secure-session-challenge');
    const [, next, id] = /^"([^"]+)";id="([^"]+)"$/.exec(said ?? '') ?? [];
    if (next && id === sessionId) challenge = next;
    const text = await answer.text();
    return { status: answer.status, text, lines: answer.headers.getSetCookie() };
  }

  /** Without a challenge the browser sends no proof; else it signs the one that it has. */
  const refreshOnce = async (parts: ProofParts, at?: string) =>
    send(
      refreshPath,
      {
        'sec-secure-session-id': sessionId,
        ...(challenge
          ? { 'secure-session-response': await signProof(challenge, false, parts) }
          : {}),
      },
      at,
    );

  return {
    client,
    keys,
    newKeys,
    invitation,
    proofOf: signProof,
    send,
    sessionId: () => sessionId,
    challenge: () => challenge,
    /** As an older answer left it. */
    putChallengeBack: (older: string | undefined) => {
      challenge = older;
    },
    cookieName: () => `__Secure-prahari-bound-${sessionId}`,
    /** Acts like a browser that a sign-in asks to bind the session. */
    async register(parts: ProofParts = {}): Promise<number> {
      const { path, jti } = invitation();
      const proof = await signProof(jti, true, parts);
      const answer = await send(path, { 'secure-session-response': proof });
      if (answer.status !== 200) return answer.status;
      const told = instructions.parse(JSON.parse(answer.text));
      sessionId = told.session_identifier;
      refreshPath = told.refresh_url ?? path;
      return answer.status;
    },
    refreshOnce,
    /** Renews the cookie as the browser does before a call that needs it. */
    async refresh(parts: ProofParts = {}, at?: string) {
      const first = await refreshOnce(parts, at);
      const last = first.status === 403 ? await refreshOnce(parts, at) : first;
      const told = last.status === 200 ? instructions.parse(JSON.parse(last.text)) : null;
      return { status: last.status, isOver: told?.continue === false, lines: last.lines };
    },
  };
}
