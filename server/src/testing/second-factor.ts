import { createHmac } from 'node:crypto';
import { endpoints } from '@prahari/contract';
import { testPassword } from './start-test-server.ts';
import type { TestClient } from './test-client.ts';

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 6238 written by hand, so that the server's library does not judge itself. */
export function computeTotp(secret: string, at: Date): string {
  const bits = [...secret]
    .map((sign) => base32.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac[19] ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Enrols a second factor for a user who is signed in with `testPassword`. */
export async function enrolSecondFactor(
  client: TestClient,
  now: Date,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { account } = endpoints;
  const body = { password: testPassword };
  const { secret } = await client.call(account.startSecondFactor, { body });
  const confirmed = await client.call(account.confirmSecondFactor, {
    body: { code: computeTotp(secret, now) },
  });
  return { secret, recoveryCodes: confirmed.recoveryCodes };
}
