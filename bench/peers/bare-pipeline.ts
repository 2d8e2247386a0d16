import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Ladder,
  listQualityClasses,
  type MediaTools,
  makeContentKeys,
  shortestSegmentSeconds,
} from '@prahari/media';
import { runInBackground } from '../rig/process.ts';

export interface BarePipelineRequest {
  readonly tools: MediaTools;
  readonly clip: string;
  readonly ladder: Ladder;
  /** An empty folder. */
  readonly workDir: string;
}

/** What one would type by hand: ffmpeg with the same ladder, then the packager with new keys. */
export async function runBarePipeline(request: BarePipelineRequest): Promise<void> {
  const { tools, ladder, workDir } = request;
  await runInBackground(tools.ffmpeg, ffmpegArguments(request), workDir);
  const keys = makeContentKeys(listQualityClasses(ladder));
  const labels = Object.entries(keys).map(
    ([label, { keyId, key }]) => `label=${label}:key_id=${hex(keyId)}:key=${hex(key)}`,
  );
  await mkdir(path.join(workDir, 'out'));
  await writeFile(path.join(workDir, 'flags'), `--keys=${labels.join(',')}\n`, { mode: 0o600 });
  await runInBackground(tools.packager, packagerArguments(ladder), workDir);
}

function ffmpegArguments({ clip, ladder }: BarePipelineRequest): string[] {
  const { numerator, denominator } = ladder.frameRate;
  const pads = ladder.video.map(({ lines }) => `[s${lines}]`).join('');
  const scaled = ladder.video.map(
    ({ lines, width, height, name }) =>
      `[s${lines}]scale=${width}:${height},setsar=1,format=yuv420p[${name}]`,
  );
  const split = `[0:v]fps=${numerator}/${denominator},split=${ladder.video.length}${pads}`;
  const groupLength = String(Math.ceil((ladder.segmentSeconds * numerator) / denominator));
  return [
    ...['-nostdin', '-v', 'error', '-y', '-i', clip],
    ...['-filter_complex', [split, ...scaled].join(';')],
    ...ladder.video.flatMap(({ name, maxBitrateKbps }) => [
      ...['-map', `[${name}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22'],
      ...['-maxrate', `${maxBitrateKbps}k`, '-bufsize', `${2 * maxBitrateKbps}k`],
      ...['-force_key_frames', `expr:gte(t,n_forced*${ladder.segmentSeconds})`, '-g', groupLength],
      ...['-sc_threshold', '0', '-x264-params', 'open-gop=0', `${name}.mp4`],
    ]),
    ...ladder.audio.flatMap(({ name, bitrateKbps }) => [
      ...['-map', '0:a', '-c:a', 'aac', '-b:a', `${bitrateKbps}k`],
      ...['-ar', '48000', '-ac', '2', `${name}.mp4`],
    ]),
  ];
}

function packagerArguments({ video, audio }: Ladder): string[] {
  const renditions = [...video, ...audio];
  return [
    ...renditions.map(
      ({ name, quality }) =>
        `in=${name}.mp4,stream=${quality === 'AUDIO' ? 'audio' : 'video'},` +
        `init_segment=out/${name}/init.mp4,segment_template=out/${name}/$Number$.m4s,` +
        `drm_label=${quality}`,
    ),
    ...['--enable_raw_key_encryption', '--protection_scheme', 'cbcs', '--clear_lead', '0'],
    ...['--protection_systems', 'CommonSystem,Widevine,PlayReady', '--flagfile=flags'],
    ...['--segment_duration', String(shortestSegmentSeconds)],
    ...['--fragment_duration', String(shortestSegmentSeconds)],
    ...['--generate_static_live_mpd', '--mpd_output', 'out/manifest.mpd'],
  ];
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
