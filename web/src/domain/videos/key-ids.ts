const defaultKeyId = /default_KID="([0-9a-fA-F-]{36})"/g;

/** Lists the key IDs that a DASH manifest names (ISO/IEC 23001-7, `cenc:default_KID`), as base64url. */
export function listKeyIds(manifest: string): string[] {
  const found = [...manifest.matchAll(defaultKeyId)].map(([, keyId = '']) => base64url(keyId));
  return [...new Set(found)];
}

function base64url(keyId: string): string {
  const bytes = keyId.replaceAll('-', '').match(/../g) ?? [];
  const binary = String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
