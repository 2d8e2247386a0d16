import { softwareEncoder, type VideoEncoder } from './encoders.ts';
import type { Ladder, VideoRendition } from './ladder.ts';

/** Below it some hardware refuses to encode (NVENC: 145 × 49); such renditions cost next to nothing in software. */
const leastHardware = { width: 160, height: 128 } as const;

/** Chooses the encoder for one rendition: the configured one, or software where the rendition is too small for it. */
export function chooseRenditionEncoder(
  encoder: VideoEncoder,
  { width, height }: Pick<VideoRendition, 'width' | 'height'>,
): VideoEncoder {
  const fits = width >= leastHardware.width && height >= leastHardware.height;
  return fits ? encoder : softwareEncoder;
}

/** Lists ffmpeg's options that open the device; before the input. */
export function listDeviceArguments({ name, device }: VideoEncoder): string[] {
  if (device === null) return [];
  if (name === 'qsv') return ['-init_hw_device', `qsv=hw,child_device=${device}`];
  return ['-init_hw_device', `vaapi=hw:${device}`, '-filter_hw_device', 'hw'];
}

/** Lists filters that bring a picture to where the encoder reads it. */
export function listSurfaceFilters({ name }: VideoEncoder): string[] {
  if (name === 'vaapi') return ['format=nv12', 'hwupload'];
  return name === 'qsv' ? ['format=nv12'] : [];
}

/**
 * Lists ffmpeg's options for one rendition: constant quality under a ceiling, so that slides don't cost what
 * motion costs, and closed groups of pictures that begin on the segment grid.
 */
export function listEncodingArguments(
  { name }: VideoEncoder,
  rendition: Pick<VideoRendition, 'maxBitrateKbps'>,
  { frameRate, segmentSeconds }: Pick<Ladder, 'frameRate' | 'segmentSeconds'>,
): string[] {
  const groupLength = Math.ceil((segmentSeconds * frameRate.numerator) / frameRate.denominator);
  const ceiling = rendition.maxBitrateKbps;
  const rates = ['-maxrate', `${ceiling}k`, '-bufsize', `${ceiling * 2}k`];
  const grid = [
    ...['-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`],
    ...['-g', String(groupLength)],
  ];
  // Quality-defined rates of QSV and VAAPI ask for a mean below the ceiling.
  const mean = ['-b:v', `${Math.round(ceiling * 0.75)}k`];
  switch (name) {
    case 'libx264':
      return [
        ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-pix_fmt', 'yuv420p'],
        ...[...rates, ...grid, '-sc_threshold', '0', '-x264-params', 'open-gop=0'],
      ];
    case 'nvenc':
      return [
        ...['-c:v', 'h264_nvenc', '-preset', 'p5', '-tune', 'hq', '-profile:v', 'high'],
        ...['-rc', 'vbr', '-cq', '25', '-b:v', '0', '-spatial-aq', '1', '-pix_fmt', 'yuv420p'],
        ...[...rates, ...grid, '-forced-idr', '1', '-no-scenecut', '1', '-strict_gop', '1'],
      ];
    case 'qsv':
      return [
        ...['-c:v', 'h264_qsv', '-preset', 'medium', '-profile:v', 'high'],
        ...['-global_quality', '24', ...mean, '-pix_fmt', 'nv12'],
        ...[...rates, ...grid, '-forced_idr', '1', '-adaptive_i', '0', '-idr_interval', '0'],
      ];
    case 'vaapi':
      return [
        ...['-c:v', 'h264_vaapi', '-profile:v', 'high', '-rc_mode', 'QVBR'],
        ...['-global_quality', '24', ...mean],
        ...[...rates, ...grid, '-idr_interval', '0'],
      ];
  }
}
