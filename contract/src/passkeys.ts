import * as z from 'zod/mini';
import { idSchema, instantSchema, noNul } from './fields.ts';

/** How many passkeys an account may have. */
export const maxPasskeys = 10;

/** The owner's name for a passkey. */
export const passkeyNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(60), noNul);

/** A passkey as its owner sees it. */
export const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: instantSchema,
  lastUsedAt: z.nullable(instantSchema),
  /** Whether its maker may copy it to other devices, as it says itself. */
  isSynced: z.boolean(),
  /** When its signature counter went back, which suggests a copy; null when it never did. */
  suspectedAt: z.nullable(instantSchema),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** Bytes in base64url, `atMost` characters of it. */
const base64url = (atMost: number) =>
  z.string().check(z.minLength(1), z.maxLength(atMost), z.regex(/^[A-Za-z0-9_-]+$/));

/** Web Authentication, section 4: at most 1023 bytes. */
const credentialId = base64url(1364);
const transports = z.array(z.string().check(z.maxLength(32), noNul)).check(z.maxLength(10));
const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** What `navigator.credentials.create` is asked with, binary values in base64url. */
export const passkeyCreationSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('discouraged'),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;

/** What `navigator.credentials.get` is asked with, binary values in base64url. */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('preferred'),
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** What an authenticator created, as the browser returns it. */
export const newCredentialSchema = z.object({
  id: credentialId,
  clientDataJSON: base64url(4096),
  attestationObject: base64url(16_384),
  transports,
});
export type NewCredential = z.infer<typeof newCredentialSchema>;

/** What an authenticator signed, as the browser returns it. */
export const assertionSchema = z.object({
  id: credentialId,
  clientDataJSON: base64url(4096),
  authenticatorData: base64url(4096),
  signature: base64url(4096),
});
export type Assertion = z.infer<typeof assertionSchema>;

/** The methods for the second step of a sign-in. */
export const secondStepWays = ['passkey', 'app', 'recovery'] as const;
export type SecondStepWay = (typeof secondStepWays)[number];
