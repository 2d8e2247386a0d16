import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCaptionsSlips } from './captions-check.ts';

const cue = (times: string, text = 'नमस्ते') => `WEBVTT\n\n${times}\n${text}\n`;

test.each([
  ['hours', cue('01:00:00.000 --> 01:00:02.500')],
  ['no hours', cue('00:00.000 --> 00:02.500')],
  ['settings', cue('00:00.000 --> 00:02.500 align:start line:90%')],
  ['a note and a name', 'WEBVTT optics 1\n\nNOTE by Asha\n\n1\n00:00.000 --> 00:02.000\nHi\n'],
  ['lines of Windows', cue('00:00.000 --> 00:02.500').replaceAll('\n', '\r\n')],
])('with %s is fine', (_case, text) => {
  expect(findCaptionsSlips(text)).toEqual([]);
});

test.each([
  ['00:00.000 --> 00:02.500', 'x\n00:00.000 --> 00:02.500\nHi', 1, 'noHeader'],
  ['commas of SubRip', cue('00:00:00,000 --> 00:00:02,500'), 3, 'badTime'],
  ['61 seconds', cue('00:61.000 --> 01:02.500'), 3, 'badTime'],
  ['an end before the beginning', cue('00:05.000 --> 00:02.500'), 3, 'endsTooEarly'],
  ['an end at the beginning', cue('00:05.000 --> 00:05.000'), 3, 'endsTooEarly'],
  ['nothing said', cue('00:00.000 --> 00:02.500', ''), 3, 'noText'],
  ['no cue', 'WEBVTT\n', 2, 'noCue'],
])('%s is told with its line', (_case, text, line, slip) => {
  expect(findCaptionsSlips(text)).toContainEqual({ line, slip });
});

test('for any text, at most five faults are listed, each of an existing line', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('-->', '0', ':', '\n', 'WEBVTT', ' ', 'क')), (parts) => {
      const text = parts.join('');
      const slips = findCaptionsSlips(text);
      expect(slips.length).toBeLessThanOrEqual(5);
      for (const { line } of slips) expect(line).toBeLessThanOrEqual(text.split('\n').length);
    }),
  );
});
