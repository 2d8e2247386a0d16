import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlayerReport } from './cmcd.rules.ts';

const sid = '6e2fb550-c457-11e9-bb97-0800200c9a66';

describe('the report of a player', () => {
  it('is read from one query argument', () => {
    const text = `bl=21300,br=3200,bs,cid="a,b=c",d=4004,mtp=25400,nor="..%2F300kbps%2F2.m4v",ot=v,sf=d,sid="${sid}",su`;
    expect(parsePlayerReport([text])).toEqual({
      playbackId: sid,
      bitrateKbps: 3200,
      bufferMs: 21_300,
      throughputKbps: 25_400,
      isStarved: true,
      isUrgent: true,
    });
  });

  it('is read from any of the four headers', () => {
    const headers = ['br=3200,ot=v', 'bl=0, mtp=900', `sid="${sid}"`];
    expect(parsePlayerReport(headers)).toEqual({
      playbackId: sid,
      bitrateKbps: 3200,
      bufferMs: 0,
      throughputKbps: 900,
      isStarved: false,
      isUrgent: false,
    });
  });

  it.each([
    ['nothing', ''],
    ['another language', '{"br":3200}'],
    ['more than a player has to say', `br=1,cid="${'x'.repeat(3000)}"`],
  ])('is null for %s', (_, text) => {
    expect(parsePlayerReport([text])).toBeNull();
  });

  it.each([
    ['br=-1'],
    ['br=1e9'],
    ['br=99999999999'],
    ['br="3200"'],
    ['sid=plain'],
    [`sid="${'x'.repeat(65)}"`],
    ['sid="a b"'],
    ['bs=1'],
  ])('leaves out %s', (text) => {
    expect(parsePlayerReport([`${text},ot=v`])).toEqual({ isStarved: false, isUrgent: false });
  });

  it('comes back as it was written, in any order, among unknown keys', () => {
    const report = fc.record({
      playbackId: fc.uuid(),
      bitrateKbps: fc.nat({ max: 10_000_000 }),
      bufferMs: fc.nat({ max: 86_400_000 }),
      throughputKbps: fc.nat({ max: 10_000_000 }),
      isStarved: fc.boolean(),
      isUrgent: fc.boolean(),
    });
    const strange = fc.stringMatching(/^com\.[a-z]{1,9}-x=(?:[0-9]{1,9}|"[^"\\]{0,20}")$/);
    fc.assert(
      fc.property(report, strange, fc.nat(), (one, other, turn) => {
        const written = [
          ...[`sid="${one.playbackId}"`, `br=${one.bitrateKbps}`, `bl=${one.bufferMs}`],
          ...[`mtp=${one.throughputKbps}`, other],
          ...(one.isStarved ? ['bs'] : []),
          ...(one.isUrgent ? ['su'] : []),
        ];
        const at = turn % written.length;
        const texts = [...written.slice(at), ...written.slice(0, at)];
        expect(parsePlayerReport([texts.join(',')])).toEqual(one);
        expect(parsePlayerReport(texts)).toEqual(one);
      }),
    );
  });

  it('is bounded for any input, and read quickly', () => {
    const signs = fc.string({ unit: fc.constantFrom(...'abrslu="\\,. 0123'), maxLength: 2048 });
    fc.assert(
      fc.property(fc.oneof(fc.string(), signs), (text) => {
        // Of the processor: others may have it in between.
        const begun = process.threadCpuUsage();
        const report = parsePlayerReport([text]);
        const { user, system } = process.threadCpuUsage(begun);
        expect((user + system) / 1000).toBeLessThan(50);
        expect((report?.playbackId ?? '').length).toBeLessThanOrEqual(64);
        for (const value of [report?.bitrateKbps, report?.throughputKbps, report?.bufferMs]) {
          if (value === undefined) continue;
          expect(Number.isInteger(value)).toBe(true);
          expect(value).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
