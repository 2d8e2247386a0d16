import type { DrmDriver } from '@prahari/contract';
import type { Facts } from '../../../platform/audit-log/changed-fields.ts';
import type { StoredProvider } from './providers.repository.ts';

type Audited = Pick<StoredProvider, 'enabled' | 'settings' | 'fairPlay'>;

export interface ProviderChange {
  readonly before: Audited | undefined;
  readonly after: Audited | undefined;
  readonly areSecretsNew?: boolean;
}

/** As the log marks a value that is not shown and has changed. */
const newMark = ' (new)';

/**
 * Lists what the audit log says of a licence service, field by field: no secret, of headers only the
 * names, as someone may write a key into a value, and of a certificate only how it is used.
 */
export function listProviderFacts({ before, after, areSecretsNew = false }: ProviderChange): {
  readonly before: Facts;
  readonly after: Facts;
} {
  return {
    before: before ? listFields(before, new Map()) : {},
    after: {
      ...(after ? listFields(after, before ? readHeaders(before.settings) : new Map()) : {}),
      ...(before && areSecretsNew ? { credentials: 'replaced' } : {}),
    },
  };
}

function listFields({ enabled, settings, fairPlay }: Audited, known: Headers): Facts {
  const headers = [...readHeaders(settings)].map(([name, value]) =>
    known.has(name) && known.get(name) !== value ? `${name}${newMark}` : name,
  );
  return {
    enabled,
    ...settings,
    ...(headers.length > 0 ? { headers } : {}),
    ...(fairPlay ? { fairPlay: `${fairPlay.requestCodec}/${fairPlay.responseCodec}` } : {}),
  };
}

type Headers = ReadonlyMap<string, string>;

function readHeaders(settings: DrmDriver): Headers {
  if (settings.driver !== 'headers') return new Map();
  return new Map(settings.headers.map(({ name, value }) => [name, value]));
}
