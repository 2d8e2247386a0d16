import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventParser, type StreamEvent } from './event-stream.ts';

function parse(...pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const feed = createEventParser((event) => events.push(event));
  for (const piece of pieces) feed(piece);
  return events;
}

test('events have a name and data; comments and other fields are passed over', () => {
  const text = ': still here\n\nevent: alert\nid: 7\ndata: {"id":1}\n\nevent: sync\ndata: {}\n\n';
  expect(parse(text)).toEqual([
    { name: 'alert', data: '{"id":1}' },
    { name: 'sync', data: '{}' },
  ]);
});

test('data of several lines is joined; one space before it is not part of it', () => {
  expect(parse('data:a\ndata:  b\ndata\n\n')).toEqual([{ name: 'message', data: 'a\n b\n' }]);
});

test('an event without data is none, and one that was not ended has not arrived', () => {
  expect(parse('event: alert\n\n', 'data: x\n')).toEqual([]);
});

test.each(['\n', '\r', '\r\n'])('lines may end with %j', (end) => {
  expect(parse(['event: a', 'data: 1', '', 'data: 2', '', ''].join(end))).toEqual([
    { name: 'a', data: '1' },
    { name: 'message', data: '2' },
  ]);
});

test('where the pieces are cut makes no difference', () => {
  const text = 'event: alert\r\ndata: अलर्ट 1\r\n\r\n: x\r\n\r\ndata: 2\rdata: 3\r\rdata: 4\n\n';
  const whole = parse(text);
  expect(whole).toHaveLength(3);
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const at = [0, ...[...cuts].sort((a, b) => a - b), text.length];
      const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
      expect(parse(...pieces)).toEqual(whole);
    }),
  );
});

test('a line without an end is refused, not kept', () => {
  const feed = createEventParser(() => undefined);
  feed('x'.repeat(64 * 1024));
  expect(() => feed('x')).toThrow(RangeError);
});
