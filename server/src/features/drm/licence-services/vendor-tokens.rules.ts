import { createCipheriv, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { addSeconds } from '../../../platform/clock/clock.ts';
import type { EntitledKey, Entitlement } from './entitlement.rules.ts';

/** A token is for the one request that carries it. */
const tokenSeconds = 300;

/**
 * Signs Axinom's entitlement message: which keys, with which security, until when. HS256 under the
 * communication key, whose id it names.
 */
export async function signAxinomMessage(
  keyId: string,
  communicationKey: Uint8Array,
  entitlement: Entitlement | null,
  now: Date,
): Promise<string> {
  const keys = entitlement?.keys ?? [];
  const message = {
    type: 'entitlement_message',
    version: 2,
    license: {
      ...(entitlement ? { duration: entitlement.seconds } : {}),
      allow_persistence: entitlement?.mayPersist ?? false,
    },
    content_keys_source: {
      inline: keys.map((key) => ({
        id: guid(key.keyId),
        encrypted_key: wrapKey(key.key, communicationKey),
        usage_policy: key.qualityClass,
      })),
    },
    content_key_usage_policies: keys.map(usagePolicy),
    session: entitlement ? { user_id: entitlement.userId } : {},
  };
  return new SignJWT({
    version: 1,
    com_key_id: keyId,
    begin_date: now.toISOString(),
    expiration_date: addSeconds(now, tokenSeconds).toISOString(),
    message,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(communicationKey);
}

const widevineLevels = {
  1: 'SW_SECURE_CRYPTO',
  2: 'SW_SECURE_DECODE',
  5: 'HW_SECURE_ALL',
} as const;

function usagePolicy({ qualityClass, robustness }: EntitledKey): object {
  return {
    name: qualityClass,
    widevine: {
      device_security_level: widevineLevels[robustness.widevineLevel],
      hdcp: robustness.needsHdcp ? '1.0' : 'NONE',
    },
    playready: { min_device_security_level: robustness.playReadyLevel },
    fairplay: { hdcp: robustness.needsHdcp ? 'TYPE0' : 'NOT_REQUIRED' },
  };
}

/** Signs DRMtoday's upfront authorisation (HS512), and adds the custom data. */
export async function signDrmTodayHeaders(
  merchant: string,
  sharedSecret: string,
  entitlement: Entitlement | null,
  now: Date,
): Promise<Record<string, string>> {
  const { userId = '', sessionId = '', videoId = '' } = entitlement ?? {};
  const who = JSON.stringify({ userId, sessionId, merchant });
  const purchase = { assetId: videoId, ref: ['VIDEO', 'AUDIO'], profile: { purchase: {} } };
  const rental = entitlement && {
    assetId: videoId,
    storeLicense: entitlement.mayPersist,
    profile: {
      rental: {
        absoluteExpiration: addSeconds(now, entitlement.seconds).toISOString(),
        playDuration: entitlement.seconds * 1000,
      },
    },
  };
  const token = await new SignJWT({ optData: who, crt: JSON.stringify([rental ?? purchase]) })
    .setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(addSeconds(now, tokenSeconds))
    .sign(Buffer.from(sharedSecret));
  return { 'x-dt-auth-token': token, 'x-dt-custom-data': Buffer.from(who).toString('base64') };
}

function guid(keyId: Buffer): string {
  return keyId.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Wraps a key under the communication key that both sides share (AES-256-ECB of one key). */
function wrapKey(key: Uint8Array, under: Uint8Array): string {
  const cipher = createCipheriv('aes-256-ecb', under, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(key), cipher.final()]).toString('base64');
}
