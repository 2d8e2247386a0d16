/**
 * Writes Presentation Graphics subtitles as discs have them (a `.sup` file): a white bar of 32 × 8,
 * shown from one moment to another. ffmpeg copies them, and draws subtitles of DVDs from them.
 */
export function writePresentationGraphics(fromSeconds: number, toSeconds: number): Buffer {
  const [width, height] = [256, 144];
  const bar = { x: 100, y: 120, width: 32, height: 8 };
  const composition = (number: number, objects: readonly number[][]) => [
    ...u16(width),
    ...u16(height),
    ...[0x10, ...u16(number), objects.length > 0 ? 0x80 : 0x00, 0, 0, objects.length],
    ...objects.flat(),
  ];
  const window = [...[1, 0], ...u16(bar.x), ...u16(bar.y), ...u16(bar.width), ...u16(bar.height)];
  // Each line: a run of 32 in colour 1, then its end.
  const lines = Array.from({ length: bar.height }, () => [0, 0x80 | bar.width, 1, 0, 0]).flat();
  const object = [...u16(bar.width), ...u16(bar.height), ...lines];
  return Buffer.concat([
    segment(fromSeconds, 0x16, composition(0, [[...u16(0), 0, 0, ...u16(bar.x), ...u16(bar.y)]])),
    segment(fromSeconds, 0x17, window),
    // Palette 0 gives colour 1 as luma, two chromas and opacity.
    segment(fromSeconds, 0x14, [0, 0, 1, 235, 128, 128, 255]),
    segment(fromSeconds, 0x15, [...u16(0), 0, 0xc0, 0, ...u16(object.length), ...object]),
    segment(fromSeconds, 0x80, []),
    segment(toSeconds, 0x16, composition(1, [])),
    segment(toSeconds, 0x17, window),
    segment(toSeconds, 0x80, []),
  ]);
}

function segment(seconds: number, kind: number, body: readonly number[]): Buffer {
  const head = Buffer.alloc(13);
  head.write('PG');
  head.writeUInt32BE(seconds * 90_000, 2);
  head.writeUInt8(kind, 10);
  head.writeUInt16BE(body.length, 11);
  return Buffer.concat([head, Buffer.from(body)]);
}

function u16(value: number): number[] {
  return [value >> 8, value & 0xff];
}
