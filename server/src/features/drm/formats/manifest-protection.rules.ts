import type { DrmSystem } from '@prahari/contract';
import { playReadyHeader, writeObject } from './playready.rules.ts';
import { systemIds, writePssh } from './pssh.rules.ts';
import { formatWidevinePsshData } from './widevine.rules.ts';

/** How a sample is encrypted, and with which key; ISO/IEC 23001-7, as a DASH manifest names it. */
const generic =
  /<ContentProtection\b(?=[^>]*"urn:mpeg:dash:mp4protection:2011")(?=[^>]*\bvalue="(cbcs|cenc)")(?=[^>]*\bcenc:default_KID="([0-9a-fA-F-]{36})")[^>]*\/>/g;
/** The entries of a packager for each key system. */
const ofSystem =
  /\s*<ContentProtection\b(?=[^>]*"urn:uuid:)(?:[^>]*\/>|[^>]*[^/]>[\s\S]*?<\/ContentProtection>)/g;

/**
 * Rewrites a DASH manifest so that it names exactly the key systems by which its session may get
 * licences: an entry of one that is not configured misleads players, and the packager does not
 * write FairPlay. The boxes of Widevine and Clear Key contain all keys of the manifest, so that a
 * player sends one request.
 */
export function withKeySystems(manifest: string, systems: readonly DrmSystem[]): string {
  const keyIds = [...manifest.matchAll(generic)].map(([, , keyId = '']) => parseUuid(keyId));
  const all = [...new Map(keyIds.map((keyId) => [keyId.toString('hex'), keyId])).values()].sort(
    Buffer.compare,
  );
  return manifest
    .replace(ofSystem, '')
    .replace(generic, (whole, scheme: 'cbcs' | 'cenc', keyId: string) => {
      const track = { scheme, keyId: parseUuid(keyId), all };
      return [whole, ...systems.map((system) => elementOf[system](track))].join('\n      ');
    });
}

interface Track {
  readonly scheme: 'cbcs' | 'cenc';
  readonly keyId: Buffer;
  /** The key IDs of the whole manifest. */
  readonly all: readonly Buffer[];
}

const nothing = Buffer.alloc(0);

const elementOf: Record<DrmSystem, (track: Track) => string> = {
  clearkey({ all }) {
    const box = { version: 1, systemId: systemIds.common, keyIds: all, data: nothing } as const;
    return element(systemIds.common, psshElement(writePssh(box)));
  },
  widevine({ all, scheme }) {
    const data = formatWidevinePsshData(all, scheme);
    const box = { version: 0, systemId: systemIds.widevine, keyIds: [], data } as const;
    return element(systemIds.widevine, psshElement(writePssh(box)));
  },
  playready({ keyId, scheme }) {
    const data = writeObject(playReadyHeader(keyId, scheme));
    const box = { version: 0, systemId: systemIds.playready, keyIds: [], data } as const;
    const object = `<mspr:pro xmlns:mspr="urn:microsoft:playready">${data.toString('base64')}</mspr:pro>`;
    return element(systemIds.playready, psshElement(writePssh(box)) + object, ' value="MSPR 2.0"');
  },
  fairplay({ keyId }) {
    const keyIds = [keyId];
    const box = { version: 1, systemId: systemIds.fairplay, keyIds, data: nothing } as const;
    return element(systemIds.fairplay, psshElement(writePssh(box)));
  },
};

function element(systemId: string, content: string, attributes = ''): string {
  const uri = `urn:uuid:${formatUuid(systemId)}`;
  return `<ContentProtection${attributes} schemeIdUri="${uri}">${content}</ContentProtection>`;
}

function psshElement(box: Buffer): string {
  return `<cenc:pssh xmlns:cenc="urn:mpeg:cenc:2013">${box.toString('base64')}</cenc:pssh>`;
}

function parseUuid(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function formatUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
