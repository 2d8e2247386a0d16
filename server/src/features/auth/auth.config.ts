import { systemConfigFields } from '@prahari/contract';
import {
  defineChoiceSetting,
  defineFirstValueSetting,
  defineNumberSetting,
  defineServiceAddressSetting,
  type ValuesOf,
} from '../../platform/config/setting.ts';
import type { InitialValues } from '../../platform/system-config/initial-config.ts';

export const authSettings = {
  signInsPerAddress: defineNumberSetting(
    'SIGN_INS_PER_ADDRESS',
    'Sign-ins a minute from one address by devices that are new to the account; a centre shares one address.',
    { fallback: 60, min: 1, max: 100_000 },
  ),
  passwordHashMebibytes: defineNumberSetting(
    'PASSWORD_HASH_MEMORY_MIB',
    'Memory that hashing one password takes (Argon2id). More makes stolen hashes dearer to guess, and sign-ins slower. Stored hashes follow at the next sign-in.',
    // RFC 9106, section 4, for machines that serve others too; OWASP names 19 MiB and two passes as the least.
    { fallback: 64, min: 19, max: 1024 },
  ),
  passwordHashPasses: defineNumberSetting('PASSWORD_HASH_PASSES', 'Passes over that memory.', {
    fallback: 3,
    min: 2,
    max: 20,
  }),
  passwordBreachCheckUrl: defineServiceAddressSetting(
    'PASSWORD_BREACH_CHECK_URL',
    'HTTPS address of a range service for stolen passwords, such as `https://api.pwnedpasswords.com/range`: new passwords that it lists are refused. It receives only five digits of their SHA-1, which thousands of passwords share. If the service does not answer within 2 s, the password is accepted, and the log and `prahari_password_breach_checks_total` say so.',
    'none: nothing is asked',
  ),
  passwordBreachCheckPrivate: defineChoiceSetting(
    'PASSWORD_BREACH_CHECK_PRIVATE',
    'Whether that service may lie on this machine or in a private network: `off` or `on`.',
    ['off', 'on'],
  ),
  devicesPerLearner: defineFirstValueSetting(
    'DEVICES_PER_LEARNER',
    'Devices that a learner may use, bound at the first sign-in on each; 0 is no limit. Administrators are never limited.',
    systemConfigFields.accounts.devicesPerLearner,
  ),
  deviceBoundSessions: defineChoiceSetting(
    'DEVICE_BOUND_SESSIONS',
    'Whether browsers that can (Device Bound Session Credentials) bind each session to a key that a copy of their files lacks: `on` or `off`. `off` also frees those that are bound. Browsers do so only over HTTPS, with a certificate that they trust.',
    ['on', 'off'],
  ),
  sessionDays: defineNumberSetting(
    'SESSION_DAYS',
    'Days after which every user must sign in again, however often the session was refreshed; a session that is unused for 7 days ends, too.',
    { fallback: 30, min: 1, max: 365 },
  ),
  sessionRetentionDays: defineNumberSetting(
    'SESSION_RETENTION_DAYS',
    'Days for which sign-ins, login history and plays are kept after they ended; a watermark leads to its learner for that long.',
    { fallback: 400, min: 30, max: 3650 },
  ),
} as const;

export type AuthConfig = ValuesOf<typeof authSettings>;

export function buildInitialAuthConfig(
  settings: Pick<AuthConfig, 'devicesPerLearner'>,
): InitialValues {
  return { accounts: { devicesPerLearner: settings.devicesPerLearner } };
}
