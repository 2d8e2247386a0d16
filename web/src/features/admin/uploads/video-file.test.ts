import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findFileProblem, headBytes, isVideoFileName } from './video-file.ts';

test.each([
  ['video.mp4', true],
  ['Video 2.final.MOV', true],
  ['phone.3gp', true],
  ['00042.MTS', true],
  ['notes.pdf', false],
  ['video.mp4.exe', false],
  ['mp4', false],
])('%s is a video file: %s', (name, expected) => {
  expect(isVideoFileName(name)).toBe(expected);
});

const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const bytesOfHex = (hex: string) =>
  Uint8Array.from(hex.match(/../gu) ?? [], (byte) => Number.parseInt(byte, 16));
const named = { name: 'lesson.mp4', type: 'video/mp4', size: 5000 };
const problemOf = (head: Uint8Array, file = named) => findFileProblem(file, head);

/** First bytes of every container that the server takes. */
const heads: readonly (readonly [string, Uint8Array])[] = [
  ['MP4', bytesOf('\0\0\0\x18ftypmp42')],
  ['a camera’s MOV', bytesOf('\0\0\0\x08wide\0\0\0\0mdat')],
  ['Matroska', bytesOfHex('1a45dfa3a3428681')],
  ['a DVD', bytesOfHex('000001ba44000400')],
  ['WMV', bytesOfHex('3026b2758e66cf11a6d900aa0062ce6c')],
  ['FLV', bytesOf('FLV\x01\x05')],
  ['AVI', bytesOf('RIFF\0\0\0\0AVI LIST')],
];

describe('the first bytes', () => {
  test.each(heads)('of %s are those of a video, whatever follows', (_name, head) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: headBytes }), (rest) => {
        expect(problemOf(Uint8Array.from([...head, ...rest]))).toBeNull();
      }),
    );
  });

  test.each([188, 192, 204])('of a broadcast may lie anywhere in a packet of %i', (length) => {
    fc.assert(
      fc.property(fc.nat({ max: length - 1 }), (offset) => {
        const head = new Uint8Array(headBytes);
        for (let at = offset; at < head.length; at += length) head[at] = 0x47;
        expect(problemOf(head)).toBeNull();
        head[offset + 3 * length] = 0;
        expect(problemOf(head)).toBe('uploads.fileOther');
      }),
    );
  });

  test.each([
    ['PK\x03\x04lesson.mp4', 'uploads.fileArchive'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'uploads.filePicture'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'uploads.filePicture'],
    ['RIFF\0\0\0\0WAVEfmt ', 'uploads.fileSound'],
    ['ID3\x04\0', 'uploads.fileSound'],
    ['%PDF-1.7', 'uploads.fileOther'],
    ['#EXTM3U\nhttp://inside/', 'uploads.fileOther'],
    ['MZ\x90\0', 'uploads.fileOther'],
  ])('of something else say what it is, also under the name of a video: %j', (head, problem) => {
    expect(problemOf(bytesOf(head))).toBe(problem);
  });

  test('of a text are never those of a video', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }), (text) => {
        expect(problemOf(new TextEncoder().encode(`These are notes: ${text}`))).not.toBeNull();
      }),
    );
  });
});

test('a name or type of something else is refused unread, an empty file as such', () => {
  const head = bytesOf('\0\0\0\x18ftypmp42');
  expect(problemOf(head, { ...named, name: 'lesson.pdf', type: 'application/pdf' })).toBe(
    'uploads.fileNotVideo',
  );
  expect(problemOf(head, { ...named, name: 'camera', type: 'video/mp4' })).toBeNull();
  expect(problemOf(new Uint8Array(), { ...named, size: 0 })).toBe('uploads.fileEmpty');
});
