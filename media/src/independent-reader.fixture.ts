import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse as parseHls } from 'hls-parser';
import * as mp4box from 'mp4box';
import { parse as parseMpd } from 'mpd-parser';

/** Reads an init segment and one segment behind it with GPAC. */
export type BoxesFound = {
  entries: readonly string[];
  scheme: string;
  keyId: string;
  isProtected: boolean;
  systems: readonly string[];
  commonKeyIds: readonly string[];
  /** Samples of the fragments by `trun`, and those that `senc` lists. */
  samples: number;
  encryptedSamples: number;
};

type Box = { type?: string | undefined; boxes?: Box[]; entries?: Box[]; start?: number };

/** Reads boxes with GPAC's mp4box, which shares no line with our own reader. */
export async function readBoxes(folder: string, segment: string): Promise<BoxesFound> {
  const parts = ['init.mp4', segment].map((name) => readFile(path.join(folder, name)));
  const bytes = Buffer.concat(await Promise.all(parts));
  const file = mp4box.createFile();
  const whole = new Uint8Array(bytes).buffer;
  file.appendBuffer(mp4box.MP4BoxBuffer.fromArrayBuffer(whole, 0));
  file.flush();
  const find = (type: string) => file.boxes.flatMap((box) => below(box, type));
  const [tenc] = find('tenc');
  const [schm] = find('schm');
  const headers = find('pssh');
  // mp4box leaves the inside of senc: version and flags, then the number of samples.
  const listed = find('senc').map(({ start = 0 }) => bytes.readUInt32BE(start + 12));
  return {
    entries: find('stsd').flatMap(({ entries = [] }) => entries.map(({ type = '' }) => type)),
    scheme: String(fieldOf(schm, 'scheme_type')),
    keyId: String(fieldOf(tenc, 'default_KID')),
    isProtected: fieldOf(tenc, 'default_isProtected') === 1,
    systems: headers.map((box) => String(fieldOf(box, 'system_id'))).sort(),
    commonKeyIds: headers.flatMap((box) => wordsOf(fieldOf(box, 'kid'))).sort(),
    samples: sum(find('trun').map((box) => Number(fieldOf(box, 'sample_count')))),
    encryptedSamples: sum(listed),
  };
}

/** The addresses that video.js's reader of DASH would fetch, by track, and what protects them. */
export function readDash(text: string) {
  const manifestUri = 'https://prahari.example/video/manifest.mpd';
  const { playlists, mediaGroups, duration } = parseMpd(text, { manifestUri });
  const sounds = Object.values(mediaGroups.AUDIO['audio'] ?? {}).flatMap((one) => one.playlists);
  const tracks = [...playlists, ...sounds].map(({ segments, contentProtection }) => ({
    files: segments.map(({ resolvedUri }) => resolvedUri.replace(/^.*\/video\//, '')),
    init: segments[0]?.map.resolvedUri.replace(/^.*\/video\//, ''),
    seconds: sum(segments.map((segment) => segment.duration)),
    protections: Object.keys(contentProtection ?? {}).sort(),
  }));
  return { duration, tracks };
}

/** Reads an HLS playlist with an independent reader (RFC 8216). */
export function readMaster(text: string) {
  const playlist = parseHls(text);
  if (!playlist.isMasterPlaylist) throw new Error('it is no master playlist');
  return playlist.variants.map(({ uri, codecs, bandwidth, audio }) => ({
    uri,
    codecs,
    bandwidth,
    sounds: audio.map((one) => one.uri),
  }));
}

export function readMedia(text: string) {
  const playlist = parseHls(text);
  if (playlist.isMasterPlaylist) throw new Error('it is no media playlist');
  const { segments, endlist, targetDuration } = playlist;
  return {
    endlist,
    targetDuration,
    files: segments.map(({ uri }) => uri),
    seconds: segments.map(({ duration }) => duration),
    inits: [...new Set(segments.map((segment) => segment.map?.uri))],
    methods: [...new Set(segments.map((segment) => segment.key?.method))],
  };
}

function below(box: Box, type: string): Box[] {
  if (box.type === type) return [box];
  return [...(box.boxes ?? []), ...(box.entries ?? [])].flatMap((inner) => below(inner, type));
}

function fieldOf(box: Box | undefined, name: string): unknown {
  return box === undefined ? undefined : Reflect.get(box, name);
}

function wordsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
