import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSegmentLine } from './segment-log.adapter.ts';

const ids = ['1', '2', '3'].map((digit) => `0199a000-0000-7000-8000-00000000000${digit}`);
const before = '<190>Nov 22 22:00:00 centre prahari: ';

describe('the log of what nginx sent', () => {
  it('is read in the format of the configuration', () => {
    const [sessionId, videoId, playbackId] = ids;
    const common = { sessionId, videoId, playbackId, report: null };
    expect(parseSegmentLine(`${before}${ids.join(' ')} v720/17.m4s 1`)).toEqual({
      ...common,
      folder: 'v720',
      number: 17,
      isBare: true,
    });
    expect(parseSegmentLine(`${before}${ids.join(' ')} audiock2/init.mp4 0\n`)).toEqual({
      ...common,
      folder: 'audiock2',
      number: 0,
      isBare: false,
    });
  });

  it.each([
    ['nothing', ''],
    ['two ids', `${before}${ids.slice(1).join(' ')} v720/1.m4s 0`],
    ['a path that leads elsewhere', `${before}${ids.join(' ')} ../1.m4s 0`],
    ['no flag', `${before}${ids.join(' ')} v720/1.m4s`],
    ['what follows', `${before}${ids.join(' ')} v720/1.m4s 0 1`],
  ])('is nothing for %s', (_, text) => {
    expect(parseSegmentLine(text)).toBeNull();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => parseSegmentLine(text) === null));
  });
});
