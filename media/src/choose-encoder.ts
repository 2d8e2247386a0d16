import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confine } from './confinement.ts';
import {
  type HardwareEncoder,
  hardwareEncoders,
  softwareEncoder,
  type VideoEncoder,
} from './encoders.ts';
import { MediaError } from './media-error.ts';
import type { MediaTools } from './resolve-tools.ts';
import { runTool } from './run-tool.ts';
import { shortestSegmentSeconds } from './segment-plan.ts';
import { formatFileUrl } from './untrusted-input.ts';
import { listDeviceArguments, listEncodingArguments, listSurfaceFilters } from './video-encoder.ts';

/** The choices of an operator; `auto` takes the first that works. */
export const encoderChoices = ['libx264', 'auto', ...hardwareEncoders] as const;
export type EncoderChoice = (typeof encoderChoices)[number];

export type ChosenEncoder = {
  encoder: VideoEncoder;
  /**
   * Encoders that were tried before and don't work here, each with the reason: tool output for the
   * log.
   */
  refused: readonly { name: HardwareEncoder; device: string | null; why: string }[];
};

const renderNodes = '/dev/dri';
const testRate = { numerator: 10, denominator: 1 };
const testLadder = { frameRate: testRate, segmentSeconds: shortestSegmentSeconds };
const testSeconds = 5;

/**
 * Finds the encoder to use: the requested one if it encodes a short test picture completely and
 * with its key pictures in place, else libx264. Missing hardware is not an error.
 *
 * @throws MediaError `cancelled` alone
 */
export async function chooseEncoder(
  wanted: EncoderChoice,
  tools: MediaTools,
  signal?: AbortSignal,
): Promise<ChosenEncoder> {
  const refused: { name: HardwareEncoder; device: string | null; why: string }[] = [];
  if (wanted === 'libx264') return { encoder: softwareEncoder, refused };
  const names = wanted === 'auto' ? hardwareEncoders : [wanted];
  for (const name of names) {
    for (const device of name === 'nvenc' ? [null] : await findRenderNodes()) {
      const encoder: VideoEncoder = { name, device };
      const why = await describeFlaw(encoder, { ...tools, encoder }, signal);
      if (why === null) return { encoder, refused };
      refused.push({ ...encoder, why });
    }
  }
  return { encoder: softwareEncoder, refused };
}

/** Without a render node, one is tried all the same: the reason then says so. */
async function findRenderNodes(): Promise<string[]> {
  const names = await readdir(renderNodes).catch(() => []);
  const nodes = names.filter((name) => name.startsWith('renderD')).sort();
  return (nodes.length > 0 ? nodes : ['renderD128']).map((name) => join(renderNodes, name));
}

/** Encodes five seconds in the very way of a video and looks at the result; null when it is right. */
async function describeFlaw(
  encoder: VideoEncoder,
  tools: MediaTools,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const path = join(tmpdir(), `prahari-${randomUUID()}.mp4`);
  const limits = { cpuSeconds: 60, fileBytes: 64 * 1024 ** 2 };
  const guard = confine(tools, limits, { reads: [], writes: [tmpdir()] });
  const source = `testsrc2=s=640x360:r=${testRate.numerator}:d=${testSeconds}`;
  const run = (program: string, args: readonly string[]) =>
    runTool({ program, args, guard, timeoutMs: 60_000, signal });
  try {
    await run(tools.ffmpeg, [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y', ...listDeviceArguments(encoder)],
      ...['-f', 'lavfi', '-i', source],
      ...['-vf', ['format=yuv420p', ...listSurfaceFilters(encoder)].join(',')],
      ...listEncodingArguments(encoder, { maxBitrateKbps: 800 }, testLadder),
      ...['-f', 'mp4', formatFileUrl(path)],
    ]);
    const { stdout } = await run(tools.ffprobe, [
      ...['-v', 'error', '-select_streams', 'v', '-of', 'csv=p=0'],
      ...['-show_entries', 'stream=codec_name:packet=pts_time,flags', formatFileUrl(path)],
    ]);
    return findFlaw(stdout);
  } catch (error) {
    if (!(error instanceof MediaError) || error.code === 'cancelled') throw error;
    return error.log.trim() || error.message;
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Finds what is wrong with the test picture, by ffprobe's lines: a codec, and a time with flags for each
 * packet, `K` for key pictures.
 */
export function findFlaw(report: string): string | null {
  const lines = report.trim().split('\n');
  if (!lines.includes('h264')) return 'what came out is not H.264';
  const packets = lines.filter((line) => line.includes(','));
  const expected = testSeconds * testRate.numerator;
  if (packets.length !== expected) return `${packets.length} of ${expected} pictures came out`;
  const keys = packets.filter((line) => line.includes('K')).map((line) => Number.parseFloat(line));
  const onGrid = [0, 1, 2].map((index) => index * shortestSegmentSeconds);
  const isRight = onGrid.every((at) => keys.some((key) => Math.abs(key - at) < 0.01));
  return isRight ? null : `key pictures came at ${keys.join(', ')} s`;
}
