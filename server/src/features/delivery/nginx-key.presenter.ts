import type { ValuesOf } from '../../platform/config/setting.ts';
import type { deliverySettings } from './delivery.config.ts';

/**
 * Writes what an nginx needs that checks signed URLs itself, as a file that its configuration
 * includes: the delivery key, the bound bits of addresses, and where the media cookie is.
 */
export function formatNginxKeyFile(from: {
  deliveryKey: Uint8Array;
  mediaCookieName: string;
  settings: Pick<ValuesOf<typeof deliverySettings>, 'deliveryIpv4Bits' | 'deliveryIpv6Bits'>;
}): string {
  const { mediaCookieName, settings } = from;
  const key = Buffer.from(from.deliveryKey).toString('base64');
  return `# Made by 'npm run delivery:key'. It signs URLs of media: keep it secret.
map "" $prahari_delivery_key { default "${key}"; }
map "" $prahari_ipv4_bits { default "${settings.deliveryIpv4Bits}"; }
map "" $prahari_ipv6_bits { default "${settings.deliveryIpv6Bits}"; }
map $http_cookie $prahari_media_cookie {
    default "";
    "~(?:^|; ?)${mediaCookieName}=(?<prahari_media_cookie_value>[^; ]+)" $prahari_media_cookie_value;
}
`;
}
