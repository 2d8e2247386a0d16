import type { ProviderProblem } from '@prahari/contract';
import { AppError } from '../../../platform/errors/app-error.ts';

export function editedMeanwhile(): AppError {
  return new AppError('RESOURCE_ALREADY_EXISTS', 'Somebody else changed this meanwhile.', {
    reason: 'edited_meanwhile',
  });
}

const problems = {
  address_not_https: 'The address must start with https://, unless it is on localhost.',
  address_private:
    'The address is on this machine or a private network, which a setting must allow.',
  address_with_password: 'The address cannot contain a password.',
  widevine_only: 'The Widevine cloud service issues Widevine licences only.',
  signing_key: 'The signing key must be 64 hexadecimal digits.',
  signing_iv: 'The signing IV must be 32 hexadecimal digits.',
  communication_key: 'The communication key must be 32 bytes in base64.',
  shared_secret: 'The shared secret must have at least 16 characters.',
  header_reserved: 'Headers of the connection itself cannot be set.',
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
