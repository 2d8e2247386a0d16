import { StartError } from '../errors/app-error.ts';
import type { KeyWrapper } from './key-wrapper.ts';

export interface KmsPlace {
  /** Undefined for Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Id, alias or ARN of the key in the service. */
  readonly keyId: string;
  /** Undefined for those of the machine: its role, its environment. */
  readonly credentials:
    | { readonly accessKeyId: string; readonly secretAccessKey: string }
    | undefined;
}

const connectMs = 5000;
const attempts = 5;
/** Bound to what it wraps: the same key of the service opens nothing else with it. */
const EncryptionContext = { purpose: 'prahari-master-key' };

/**
 * Wraps keys by AWS KMS. The library is loaded when it is asked for.
 * https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html
 */
export async function openKmsWrapper(place: KmsPlace): Promise<KeyWrapper> {
  const sdk = await import('@aws-sdk/client-kms');
  const { endpoint, region, keyId: KeyId, credentials } = place;
  const client = new sdk.KMSClient({
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    region,
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: connectMs,
      throwOnRequestTimeout: true,
    },
  });
  return {
    async wrap(Plaintext) {
      const encrypt = new sdk.EncryptCommand({ KeyId, Plaintext, EncryptionContext });
      const { CiphertextBlob } = await client.send(encrypt).catch((error: unknown) => {
        throw describeRefusal(error, place);
      });
      if (!CiphertextBlob) throw new StartError(`${describePlace(place)} returned no wrapped key.`);
      return Buffer.from(CiphertextBlob).toString('base64');
    },
    async unwrap(wrapped) {
      const CiphertextBlob = Buffer.from(wrapped, 'base64');
      const decrypt = new sdk.DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext });
      const { Plaintext } = await client.send(decrypt).catch((error: unknown) => {
        throw describeRefusal(error, place);
      });
      if (!Plaintext) throw new StartError(`${describePlace(place)} returned no key.`);
      return Buffer.from(Plaintext);
    },
  };
}

function describePlace({ endpoint, region }: KmsPlace): string {
  return `AWS KMS ${endpoint ? `at ${endpoint}` : `in ${region}`}`;
}

/** Says what is wrong by the name of the error alone: its text may repeat what the request held. */
function describeRefusal(error: unknown, place: KmsPlace): StartError {
  const where = describePlace(place);
  const name = error instanceof Error ? error.name : 'unknown';
  switch (name) {
    case 'AccessDeniedException':
      return new StartError(
        `${where} does not let these credentials use the key ${place.keyId}: they need kms:Decrypt (and kms:Encrypt to wrap) on it.`,
      );
    case 'InvalidCiphertextException':
    case 'IncorrectKeyException':
      return new StartError(
        `${where} can't open the wrapped master key with the key ${place.keyId}: it was made with another one, or changed.`,
      );
    case 'NotFoundException':
      return new StartError(`${where} has no key ${place.keyId}.`);
    case 'DisabledException':
    case 'KMSInvalidStateException':
      return new StartError(`The key ${place.keyId} in ${where} is disabled or will be deleted.`);
    case 'UnrecognizedClientException':
    case 'InvalidSignatureException':
    case 'InvalidClientTokenId':
    case 'IncompleteSignature':
    case 'CredentialsProviderError':
      return new StartError(`${where} does not accept the credentials of this server (${name}).`);
    default:
      return new StartError(`${where} could not be asked for the master key (${name}).`);
  }
}
