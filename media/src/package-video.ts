import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { ContentKeys } from './content-keys.ts';
import {
  type AudioRendition,
  type Ladder,
  listQualityClasses,
  type VideoRendition,
} from './ladder.ts';
import { MediaError } from './media-error.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { shortestSegmentSeconds } from './segment-plan.ts';
import { openUnlinked } from './unlinked-file.ts';
import { type VerifiedPackage, verifyPackage } from './verify-package.ts';

/** How samples are encrypted (ISO/IEC 23001-7): `cbcs` plays everywhere, `cenc` on older devices. */
export type EncryptionScheme = 'cbcs' | 'cenc';

export type PackageRequest = {
  ladder: Ladder;
  /** The folder that `transcodeLadder` wrote. */
  inputDir: string;
  /** Emptied first, then filled. */
  outDir: string;
  /** A key for each quality class of the ladder. */
  keys: ContentKeys;
  scheme?: EncryptionScheme;
  /** Set behind the name of each rendition to name its folder, where several packages lie side by side. */
  folderSuffix?: string;
  tools: MediaTools;
  signal?: AbortSignal | undefined;
};

/**
 * Cuts the sound into segments of two seconds and the picture at its key frames, encrypts them from the first byte, writes `manifest.mpd` and
 * HLS playlists, and proves afterwards that every file is there and none is clear. The HLS playlists'
 * key lines are the packager's and must be rewritten by the server that answers for keys.
 *
 * @throws MediaError `not_protected` (with nothing left in `outDir`), `unusable_path`, `disk_full`,
 * `cancelled`, `timed_out`, `tool_failed`.
 */
export async function packageVideo(request: PackageRequest): Promise<VerifiedPackage> {
  const { keys, scheme = 'cbcs', folderSuffix = '', tools, signal } = request;
  const ladder = withFolders(request.ladder, folderSuffix);
  const outDir = resolve(request.outDir);
  const inputs = relative(outDir, resolve(request.inputDir));
  // A stream descriptor is a list parted by commas, without a way to escape one.
  if (/[,\p{Cc}]/u.test(inputs)) throw new MediaError('unusable_path');
  const keyFlag = keysFlag(ladder, keys);
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });

  try {
    await using flags = await openUnlinked(keyFlag);
    await runTool({
      program: tools.packager,
      args: [
        ...streamDescriptors(request.ladder, inputs, folderSuffix),
        ...packagingFlags(scheme, keys, ladder.audio[0]?.language ?? null),
      ],
      guard: tools.guard,
      cwd: outDir,
      stdinFd: flags.fd,
      timeoutMs: 30 * 60_000,
      // When two of its inputs fail at the same moment, it may wait for itself for ever.
      stallMs: 30_000,
      signal,
    });
    await offerSoundAlone(ladder, outDir);
    await shareTargetDuration(ladder, outDir);
    return await verifyPackage({ ladder, keys, scheme, outDir });
  } catch (error) {
    await rm(outDir, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the ladder with each rendition under the name of its folder. */
function withFolders(ladder: Ladder, suffix: string): Ladder {
  const one = <Rendition extends VideoRendition | AudioRendition>(
    rendition: Rendition,
  ): Rendition => ({
    ...rendition,
    name: rendition.name + suffix,
  });
  return { ...ladder, video: ladder.video.map(one), audio: ladder.audio.map(one) };
}

function streamDescriptors(ladder: Ladder, inputs: string, suffix: string): string[] {
  const of = (rendition: VideoRendition | AudioRendition, stream: string) =>
    descriptor(rendition, join(inputs, `${rendition.name}.mp4`), rendition.name + suffix, stream);
  const video = ladder.video.map((rendition) => of(rendition, 'video'));
  // One group for each bit rate: within a group, HLS takes renditions for languages.
  const audio = ladder.audio.map((rendition) =>
    [
      of(rendition, 'audio'),
      `hls_group_id=${rendition.group + suffix}`,
      `hls_name=${rendition.name + suffix}`,
      ...(rendition.language === null ? [] : [`language=${rendition.language}`]),
    ].join(','),
  );
  return [...video, ...audio];
}

/**
 * The packager offers sound only beside a picture; where the network allows no picture, a player
 * may then continue with the sound (RFC 8216, 4.3.4.2). DASH players find it as an adaptation set.
 */
async function offerSoundAlone(ladder: Ladder, outDir: string): Promise<void> {
  const low = ladder.audio.find(({ group }) => group === 'audiolow');
  if (!low || ladder.video.length === 0) return;
  // Encryption and boxes come on top of the rate that the encoder keeps.
  const bandwidth = Math.round(low.bitrateKbps * 1000 * 1.25);
  const facts = `BANDWIDTH=${bandwidth},CODECS="mp4a.40.2",AUDIO="${low.name}"`;
  const variant = `#EXT-X-STREAM-INF:${facts}\n${low.name}/media.m3u8\n`;
  await appendFile(join(outDir, 'master.m3u8'), variant);
}

/** Players that change between renditions need one target duration in all (RFC 8216, 6.2.4). */
async function shareTargetDuration(ladder: Ladder, outDir: string): Promise<void> {
  const tag = /^#EXT-X-TARGETDURATION:(\d+)$/m;
  const playlists = await Promise.all(
    [...ladder.video, ...ladder.audio].map(async ({ name }) => {
      const file = join(outDir, name, 'media.m3u8');
      return { file, text: await readFile(file, 'utf8') };
    }),
  );
  const longest = Math.max(...playlists.map(({ text }) => Number(tag.exec(text)?.[1] ?? 0)));
  for (const { file, text } of playlists) {
    await writeFile(file, text.replace(tag, `#EXT-X-TARGETDURATION:${longest}`));
  }
}

function descriptor(
  rendition: VideoRendition | AudioRendition,
  input: string,
  folder: string,
  stream: string,
): string {
  return [
    `in=${input}`,
    `stream=${stream}`,
    `init_segment=${folder}/init.mp4`,
    `segment_template=${folder}/$Number$.m4s`,
    `playlist_name=${folder}/media.m3u8`,
    `drm_label=${rendition.quality}`,
  ].join(',');
}

/**
 * The last flag makes it read the keys from standard input: a command line is visible in the
 * process list.
 */
function packagingFlags(
  scheme: EncryptionScheme,
  keys: ContentKeys,
  firstLanguage: string | null,
): string[] {
  return [
    ...(firstLanguage === null ? [] : ['--default_language', firstLanguage]),
    ...(scheme === 'cbcs' ? ['--iv', constantIv(keys)] : []),
    '--enable_raw_key_encryption',
    ...['--protection_scheme', scheme],
    ...['--protection_systems', 'CommonSystem,Widevine,PlayReady'],
    ...['--clear_lead', '0'],
    // Sound is cut there, the picture at the first key frame behind it: its segments are as long as
    // the groups that it was encoded in, and no longer when it is packaged again.
    ...['--segment_duration', String(shortestSegmentSeconds)],
    ...['--fragment_duration', String(shortestSegmentSeconds)],
    '--generate_static_live_mpd',
    // With a folder in their names: without one the packager writes them in the temporary folder first,
    // and can't move them from there when that is another file system.
    ...['--mpd_output', './manifest.mpd'],
    // By default it clears a queue of 32 MiB for each file, which takes longer than packaging a short
    // video.
    ...['--io_cache_size', String(1024 ** 2)],
    ...['--hls_master_playlist_output', './master.m3u8'],
    '--flagfile=/dev/stdin',
  ];
}

/**
 * `cbcs` begins every sample with one constant vector, which is public (it stands in `tenc`). Derived
 * from the key IDs, it makes packaging repeatable: the same renditions and keys give the same bytes, also
 * when only some of the ladder is packaged. `cenc` counts from its vector and must never repeat one.
 */
function constantIv(keys: ContentKeys): string {
  const hash = createHash('sha256').update('prahari cbcs iv');
  for (const pair of [keys.SD ?? keys.HD ?? keys.AUDIO]) if (pair) hash.update(pair.keyId);
  return hash.digest('hex').slice(0, 32);
}

function keysFlag(ladder: Ladder, keys: ContentKeys): string {
  const entries = [...listQualityClasses(ladder)].map((quality) => {
    const pair = keys[quality];
    if (pair?.keyId.length !== 16 || pair.key.length !== 16) {
      throw new RangeError(`a 16-byte key and key id are needed for ${quality}`);
    }
    return `label=${quality}:key_id=${hex(pair.keyId)}:key=${hex(pair.key)}`;
  });
  return `--keys=${entries.join(',')}\n`;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
