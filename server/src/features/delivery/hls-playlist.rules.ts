import type { DrmSystem } from '@prahari/contract';

/** Thrown if a playlist is not what our packager writes: better no answer than one with a key. */
export class PlaylistError extends Error {
  override readonly name = 'PlaylistError';
}

const keyTag = '#EXT-X-KEY:';
const attribute = /([A-Z0-9-]+)=("[^"]*"|[^",\s]+)/g;
const dataUri = /^data:[\w/;=-]+,[A-Za-z0-9+/]+=*$/;
const keyIdBytes = 16;

/** Key formats whose lines name key IDs and nothing else (RFC 8216, 4.3.2.4, and the systems' own). */
const keptFormats = new Map<string, DrmSystem>([
  ['com.microsoft.playready', 'playready'],
  ['urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed', 'widevine'],
]);

/** ISO/IEC 23001-7: the system id of boxes that every system may read. */
const commonSystemId = Buffer.from('1077efecc0b24d02ace33c1e52e2fb4b', 'hex');

/**
 * Rewrites a media playlist with key lines for players that call a licence server. The packager
 * writes its `identity` line with the id of the key where a player looks for the key itself: it
 * becomes one for Clear Key and one for FairPlay, both with the id alone.
 * @param systems those by which the session may request licences; lines of others are left out
 * @throws PlaylistError for a key line of a kind that the packager doesn't write
 */
export function rewritePlaylistKeys(playlist: string, systems: readonly string[]): string {
  if (!playlist.startsWith('#EXTM3U')) throw new PlaylistError('this is no playlist');
  return playlist
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith(keyTag) ? listKeyLines(line, systems) : [line]))
    .join('\n');
}

function listKeyLines(line: string, systems: readonly string[]): string[] {
  const found = [...line.slice(keyTag.length).matchAll(attribute)];
  const of = new Map(found.map(([, name = '', value = '']) => [name, value.replaceAll('"', '')]));
  const [method, uri = '', iv] = [of.get('METHOD'), of.get('URI'), of.get('IV')];
  const format = of.get('KEYFORMAT') ?? 'identity';
  if (method !== 'SAMPLE-AES' && method !== 'SAMPLE-AES-CTR') {
    throw new PlaylistError(`keys of method ${method} are not ours`);
  }
  if (!dataUri.test(uri)) throw new PlaylistError('a key line leads elsewhere');
  const system = keptFormats.get(format);
  if (system) return systems.includes(system) ? [line] : [];
  if (format !== 'identity') return [];
  const keyId = Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64');
  if (keyId.length !== keyIdBytes) throw new PlaylistError('a key line names no key id');
  const start = `${keyTag}METHOD=${method}`;
  const end = `${iv ? `,IV=${iv}` : ''},KEYFORMATVERSIONS="1",KEYFORMAT=`;
  const pssh = `data:text/plain;base64,${commonPssh(keyId).toString('base64')}`;
  const hex = keyId.toString('hex');
  const clearKey = `${start},URI="${pssh}",KEYID=0x${hex}${end}"org.w3.clearkey"`;
  const fairPlay = `${start},URI="skd://${hex}"${end}"com.apple.streamingkeydelivery"`;
  return [
    ...(systems.includes('clearkey') ? [clearKey] : []),
    ...(systems.includes('fairplay') && method === 'SAMPLE-AES' ? [fairPlay] : []),
  ];
}

/**
 * Builds a `pssh` box of version 1 that names one key ID and holds no data (ISO/IEC 23001-7, 8.1).
 */
function commonPssh(keyId: Buffer): Buffer {
  // Its size of 52 bytes, `pssh`, version 1.
  const head = Buffer.from('000000347073736801000000', 'hex');
  const one = Buffer.from('00000001', 'hex');
  return Buffer.concat([head, commonSystemId, one, keyId, Buffer.alloc(4)]);
}
