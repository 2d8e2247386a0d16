import type { SourceFacts } from '@prahari/media';
import { expect, test } from 'vitest';
import { describeSource, parseSourceFacts } from './source-facts.rules.ts';

const facts: SourceFacts = {
  container: 'mpegts',
  sizeBytes: 9,
  durationSeconds: 12,
  videoSeconds: 10,
  range: 'sdr',
  width: 1920,
  height: 1080,
  frameRate: 30,
  averageFrameRate: 4.5,
  scan: 'interlaced',
  videoCodec: 'h264',
  videoStream: 0,
  sounds: [{ stream: 1, codec: 'ac3', language: 'hi' }],
  texts: [{ stream: 2, language: 'hi' }],
  chapters: [{ startSeconds: 0, title: 'Light' }],
  leftOut: [{ kind: 'text', codec: 'dvd_subtitle', language: 'en' }],
};

test('facts are read as they were kept', () => {
  expect(parseSourceFacts(JSON.parse(JSON.stringify(facts)))).toEqual(facts);
  expect(parseSourceFacts({ ...facts, scan: 'sideways' })).toBeUndefined();
  expect(parseSourceFacts(null)).toBeUndefined();
});

test('facts of the version before keep what is published usable', () => {
  const before = {
    container: 'mp4',
    sizeBytes: 9,
    durationSeconds: 12,
    videoSeconds: null,
    range: 'sdr',
    width: 640,
    height: 360,
    frameRate: 25,
    interlaced: true,
    videoCodec: 'h264',
    audioCodec: 'aac',
    videoStream: 1,
    audioStream: 0,
  };
  expect(parseSourceFacts(before)).toMatchObject({
    videoSeconds: 12,
    averageFrameRate: 25,
    scan: 'interlaced',
    leftOut: [],
    sounds: [{ stream: 0, codec: 'aac' }],
  });
  const silent = { ...before, audioCodec: null, audioStream: null };
  expect(parseSourceFacts(silent)).toMatchObject({ sounds: [] });
});

test('the log tells the rate that was found, how it was taken, and what was left out', () => {
  expect(describeSource(facts)).toBe(
    '1920 × 1080, 4.50 pictures a second on average and up to 30, h264, interlaced, ac3 hi, 12.0 s, ' +
      'left out: subtitles (dvd_subtitle, en)',
  );
});
