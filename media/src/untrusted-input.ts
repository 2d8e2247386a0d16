import { resolve } from 'node:path';
import { maxPicturePixels } from './ffprobe-report.ts';

/**
 * Lists options for opening an untrusted file, the same for ffmpeg and ffprobe: no container but
 * those that `sniffContainer` tells, no protocol but local files (so that a playlist in disguise
 * reaches nothing), no picture larger than we accept, no allocation above 1 GiB. The `file:` prefix
 * keeps names from being read as options or protocols.
 */
export function listUntrustedInputArguments(path: string): string[] {
  return [
    '-max_alloc',
    '1073741824',
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts,mpeg,avi,asf,flv',
    '-max_pixels',
    String(maxPicturePixels),
    '-i',
    formatFileUrl(path),
  ];
}

/** Writes a path as ffmpeg's tools take it without interpreting its first characters. */
export function formatFileUrl(path: string): string {
  return `file:${resolve(path)}`;
}
