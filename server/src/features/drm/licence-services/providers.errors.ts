import type { ProviderProblem } from '@prahari/contract';
import { AppError } from '../../../platform/errors/app-error.ts';

export function editedMeanwhile(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'Somebody else changed this meanwhile.', {
    reason: 'edited_meanwhile',
  });
}

const problems = {
  address_not_https: 'The address must begin with https://, unless it is on localhost.',
  address_private:
    'The address is one of this machine or of a private network, which a setting must allow.',
  address_with_password: 'The address must not hold a password.',
  widevine_only: 'The Widevine cloud service makes Widevine licences only.',
  signing_key: 'The signing key is 64 hexadecimal digits.',
  signing_iv: 'The signing IV is 32 hexadecimal digits.',
  communication_key: 'The communication key is 32 bytes in base64.',
  shared_secret: 'The shared secret has at least 16 signs.',
  header_reserved: 'Headers of the connection itself can not be set.',
  header_secret: '{secret} stands in a header: give the secret.',
  certificate: 'FairPlay needs its application certificate (DER in base64).',
} as const satisfies Record<ProviderProblem, string>;

export function settingsInvalid(problem: ProviderProblem): AppError {
  return new AppError('INVALID_VALUE', problems[problem], {
    reason: 'provider_settings_invalid',
    details: { problem },
  });
}

export function providerNotConfigured(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'No licence service is configured for this system.');
}
