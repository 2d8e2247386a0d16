import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCaptions, parseCaptionsFile } from './webvtt.rules.ts';

const cue = (text: string, times = '00:00:01.000 --> 00:00:02.000') =>
  `WEBVTT\n\n${times}\n${text}\n`;
const textOf = async (source: string) => {
  const read = await parseCaptions(source);
  return 'text' in read ? read.text : read.faults;
};

describe('captions are rewritten from what was understood', () => {
  it('keeps times, places and text', async () => {
    const times = '01:02:03.456 --> 01:02:04.000 line:10% position:20% size:50% align:start';
    expect(await textOf(cue('नमस्ते\ndear <i>all</i>', times))).toBe(
      `WEBVTT\n\n${times}\nनमस्ते\ndear <i>all</i>\n`,
    );
  });

  it('sorts by time, and writes hours into short times', async () => {
    const source = 'WEBVTT\n\n00:05.000 --> 00:06.000\nb\n\n00:01.000 --> 00:02.500\na\n';
    expect(await textOf(source)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\na\n\n00:00:05.000 --> 00:00:06.000\nb\n',
    );
  });

  it.each([
    ['a script', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['an image', '<img src=x onerror=y>', '&lt;img src=x onerror=y&gt;'],
    ['a tag with attributes', '<b onclick=x>y</b>', '&lt;b onclick=x&gt;y</b>'],
    ['a speaker', '<v Asha>hello</v>', '<v Asha>hello</v>'],
    ['entities', 'a &amp; b & c &bogus;', 'a &amp; b &amp; c &amp;bogus;'],
    ['a time in between', 'a <00:00:01.500>b', 'a <00:00:01.500>b'],
  ])('%s', async (_, text, written) => {
    expect(await textOf(cue(text))).toBe(cue(written));
  });

  it('leaves out styles, regions and comments', async () => {
    const blocks =
      'STYLE\n::cue { background: url(//x.example) }\n\nNOTE secret\n\nREGION\nid:a\n\n';
    const written = await textOf(cue('x').replace('\n\n', `\n\n${blocks}`));
    expect(written).toBe(cue('x'));
  });
});

describe('invalid captions are refused with their line', () => {
  it.each([
    ['nothing', '', 1],
    ['plain text', 'hello\nthere', 1],
    ['SubRip', '1\n00:00:01,000 --> 00:00:02,000\nx\n', 1],
    ['SubRip with points', cue('x').replace('WEBVTT\n\n', ''), 1],
    ['another format of a like name', cue('x').replace('WEBVTT', 'WEBVTT2'), 1],
    ['no cue', 'WEBVTT\n', 1],
    ['a broken time', 'WEBVTT\n\n00:00:01.000 --> soon\nx\n', 3],
    [
      'one such cue of two',
      `${cue('x', '00:00:05.000 --> 00:00:02.000')}\n00:06.000 --> 00:07.000\ny\n`,
      1,
    ],
    ['an end before its beginning', cue('x', '00:00:05.000 --> 00:00:02.000'), 1],
  ])('%s', async (_, source, line) => {
    const read = await parseCaptions(source);
    expect('faults' in read ? read.faults[0]?.line : read.text).toBe(line);
  });
});

describe('a file as large as can be', () => {
  const times = '00:00:01.000 --> 00:00:02.000';

  it('lets other work run while it is read', async () => {
    let turns = 0;
    const turn = () => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    const read = await parseCaptions(`WEBVTT\n\n${`${times}\nx\n\n`.repeat(20_000)}`);
    clearImmediate(next);
    expect('text' in read).toBe(true);
    expect(turns).toBeGreaterThan(100);
  });

  it.each([
    ['cues', `${times}\nx\n\n`.repeat(30_000), 1],
    ['settings that do not exist', `${times} ${'x:y '.repeat(250_000)}\nx\n`, 5],
    ['broken times', 'soon --> later\nx\n\n'.repeat(50_000), 5],
  ])('is read no further after too many %s', async (_, blocks, faults) => {
    const read = await parseCaptions(`WEBVTT\n\n${blocks}`);
    expect('faults' in read && read.faults).toHaveLength(faults);
  });
});

describe('a file of captions', () => {
  const fileOf = async (bytes: Uint8Array) => {
    const read = await parseCaptionsFile(bytes);
    return 'text' in read ? read.text : read.faults;
  };
  const good = cue('नमस्ते');

  it.each([
    ['with a byte order mark', `\uFEFF${good}`],
    ['with line ends of Windows', good.replaceAll('\n', '\r\n')],
    ['with both', `\uFEFF${good.replaceAll('\n', '\r\n')}`],
    ['with a title in its first line', good.replace('WEBVTT', 'WEBVTT - light')],
  ])('%s is read as any other', async (_, source) => {
    expect(await fileOf(Buffer.from(source))).toBe(good);
  });

  it('keeps no NUL, as the format has it', async () => {
    expect(await fileOf(Buffer.from(cue('a\0b')))).toBe(cue('a\uFFFDb'));
  });

  it.each<[string, BufferEncoding]>([
    ['UTF-16', 'utf16le'],
    ['Latin-1', 'latin1'],
  ])('in %s is refused rather than damaged', async (_, encoding) => {
    const bytes = Buffer.from(
      `\u{FEFF}${cue('Grüße')}`.slice(encoding === 'latin1' ? 1 : 0),
      encoding,
    );
    expect(await fileOf(bytes)).toEqual([{ line: 1, message: 'the file is not UTF-8' }]);
  });
});

it('written captions are read back the same, and contain only tags of cues', async () => {
  const piece = fc.oneof(
    fc.constantFrom('<b>', '</b>', '<', '>', '-->', '&', '&lt;', '<c.x>', '<v A>', '\n', 'STYLE'),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  );
  const texts = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 4 }), async (all) => {
      const cues = all.map((text, i) => `00:00:0${i}.000 --> 00:00:0${i}.500\n${text}`);
      const read = await parseCaptions(`WEBVTT\n\n${cues.join('\n\n')}\n`);
      if ('faults' in read) return;
      expect(await parseCaptions(read.text)).toEqual(read);
      const arrows = read.text.split('\n').filter((line) => line.includes('-->'));
      expect(
        arrows.every((line) => /^\d\d:\d\d:\d\d\.\d{3} --> \d\d:\d\d:\d\d\.\d{3}/.test(line)),
      ).toBe(true);
      const tags = read.text.match(/<[^>]*>/g) ?? [];
      expect(tags.filter((tag) => !/^<\/?(?:b|c(?:\..*)?|v(?: .*)?)>$/.test(tag))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

/** A server that reads for minutes answers no one. */
it.each([
  ['behind the times', (blanks: string) => cue('a', `00:00.000 --> 00:30.000${blanks}x`)],
  ['around the arrow', (blanks: string) => cue('a', `00:00.000${blanks}-->${blanks}x`)],
  ['in the text', (blanks: string) => cue(`a${blanks}b`)],
])('many blanks %s are read at once', async (_, write) => {
  for (const blank of [' ', '\t', '\u00a0', ' \t']) {
    await parseCaptions(write(blank.repeat(100_000 / blank.length)));
  }
});

it('never throws, for any input', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (noise) => {
      await parseCaptions(noise);
      await parseCaptions(`WEBVTT\n\n${noise}`);
      await parseCaptions(cue(noise));
    }),
  );
});
