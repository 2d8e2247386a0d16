import type { DrmSystem } from '@prahari/contract';
import { ManifestError } from './dash-manifest.rules.ts';

const attribute = /([A-Z0-9-]+)=("[^"]*"|[^",]*)/g;
const mediaPlaylist = /^[a-z][a-z0-9]{0,15}\/media\.m3u8$/;

/**
 * Sets the addresses of the playlists in a multivariant playlist (RFC 8216, 4.3.4). Addresses in
 * those are relative to them, so segments get the same path. With its playlists a player requests
 * the key lines of its key systems, and gets no others.
 * @param basePath ends with a slash
 * @throws ManifestError when the text is not such a playlist, or names anything but our playlists
 */
export function withPlaylistPaths(
  playlist: string,
  basePath: string,
  systems: readonly DrmSystem[],
): string {
  if (!playlist.startsWith('#EXTM3U')) throw new ManifestError('this is no playlist');
  const placed = (name: string): string => {
    if (!mediaPlaylist.test(name)) throw new ManifestError('the playlist leads elsewhere');
    return `${basePath}${name}?systems=${systems.join('.')}`;
  };
  const withUri = (line: string) =>
    line.replaceAll(attribute, (whole, name: string, value: string) =>
      name === 'URI' ? `URI="${placed(value.replaceAll('"', ''))}"` : whole,
    );
  return playlist
    .split(/\r?\n/)
    .map((line) => {
      if (line === '') return line;
      if (!line.startsWith('#')) return placed(line);
      return line.startsWith('#EXT-X-') ? withUri(line) : line;
    })
    .join('\n');
}
