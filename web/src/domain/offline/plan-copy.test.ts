import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseRendition, planCopy } from './plan-copy.ts';

const given = { seconds: 3600, soundBandwidth: 100_000, roomBytes: 500_000_000 };
const ladder = [
  { height: 1080, bandwidth: 2_500_000 },
  { height: 720, bandwidth: 1_200_000 },
  { height: 480, bandwidth: 300_000 },
  { height: 240, bandwidth: 150_000 },
];

describe('the picture of a copy', () => {
  test('is the best one that makes a usual copy', () => {
    expect(chooseRendition(ladder, { ...given, seconds: 600 }).height).toBe(720);
    expect(chooseRendition(ladder, given).height).toBe(480);
  });

  test('is the smallest one where all are large, and none where that does not fit', () => {
    expect(chooseRendition(ladder, { ...given, seconds: 3 * 3600 }).height).toBe(240);
    const narrow = { ...given, roomBytes: 100_000_000 };
    expect(() => chooseRendition(ladder, narrow)).toThrow('too-large');
    expect(() => chooseRendition([], given)).toThrow('too-large');
  });

  test('always fits', () => {
    const rendition = fc.record({
      height: fc.constantFrom(144, 240, 480, 720, 1080),
      bandwidth: fc.integer({ min: 50_000, max: 3_000_000 }),
    });
    const room = fc.integer({ min: 0, max: 500_000_000 });
    fc.assert(
      fc.property(
        fc.array(rendition),
        fc.integer({ min: 1, max: 20_000 }),
        room,
        (list, s, bytes) => {
          const asked = { seconds: s, soundBandwidth: 64_000, roomBytes: bytes };
          let chosen: { bandwidth: number } | null = null;
          try {
            chosen = chooseRendition(list, asked);
          } catch {
            const least = Math.min(...list.map(({ bandwidth }) => bandwidth));
            expect(((least + 64_000) * s) / 8).toBeGreaterThan(bytes);
          }
          if (chosen) expect(((chosen.bandwidth + 64_000) * s) / 8).toBeLessThanOrEqual(bytes);
        },
      ),
    );
  });
});

const template = (folder: string, runs: string) =>
  `<SegmentTemplate timescale="1" initialization="${folder}/init.mp4" media="${folder}/$Number$.m4s"
    startNumber="1"><SegmentTimeline>${runs}</SegmentTimeline></SegmentTemplate>`;
const manifest = `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:cenc="urn:mpeg:cenc:2013">
  <BaseURL>/media/media.v.s.p.1.2.mac/</BaseURL><Period>
  <AdaptationSet contentType="video">
    <ContentProtection cenc:default_KID="00112233-4455-6677-8899-aabbccddeeff"/>
    <Representation id="0" bandwidth="400000" height="240">${template('v240', '<S t="0" d="2" r="2"/><S d="1"/>')}</Representation>
    <Representation id="1" bandwidth="90000" height="144">${template('v144', '<S t="0" d="2" r="3"/>')}</Representation>
  </AdaptationSet>
  <AdaptationSet contentType="audio" lang="hi">
    <Representation id="2" bandwidth="64000">${template('hi64', '<S t="0" d="4" r="1"/>')}</Representation>
    <Representation id="3" bandwidth="96000">${template('hi96', '<S t="0" d="4" r="1"/>')}</Representation>
  </AdaptationSet></Period></MPD>`;

describe('what is fetched of a manifest', () => {
  const keyIds = ['ABEiM0RVZneImaq7zN3u_w'];
  const plan = planCopy(manifest, { copyId: 'c1', seconds: 7, usedBytes: 0, keyIds });

  test('is one picture, and each language at its best, with all segments', () => {
    expect(plan.files).toEqual([
      ...['v240/init.mp4', 'v240/1.m4s', 'v240/2.m4s', 'v240/3.m4s', 'v240/4.m4s'],
      ...['hi96/init.mp4', 'hi96/1.m4s', 'hi96/2.m4s'],
    ]);
    expect(plan.base).toBe('/media/media.v.s.p.1.2.mac/');
    expect(plan.estimatedBytes).toBe(Math.ceil((496_000 * 7) / 8));
  });

  test('is no picture whose key the licence does not hold, as where HD needs hardware', () => {
    const better = `<AdaptationSet contentType="video">
      <ContentProtection cenc:default_KID="ffeeddcc-bbaa-9988-7766-554433221100"/>
      <Representation id="9" bandwidth="600000" height="720">${template('v720', '<S t="0" d="2"/>')}</Representation>
    </AdaptationSet>`;
    const both = manifest.replace('<AdaptationSet', `${better}<AdaptationSet`);
    const asked = { copyId: 'c1', seconds: 7, usedBytes: 0 };
    const [first] = planCopy(both, { ...asked, keyIds }).files;
    expect(first).toBe('v240/init.mp4');
    const [best] = planCopy(both, {
      ...asked,
      keyIds: [...keyIds, '_-7dzLuqmYh3ZlVEMyIRAA'],
    }).files;
    expect(best).toBe('v720/init.mp4');
    expect(() => planCopy(both, { ...asked, keyIds: [] })).toThrow('no-key-system');
  });

  test('is all that the kept manifest names, without a signed path', () => {
    expect(plan.manifest).not.toContain('/media/');
    expect(plan.manifest).toContain('praharicopy://c1/');
    for (const gone of ['v144', 'hi64']) expect(plan.manifest).not.toContain(gone);
  });

  test('can’t be planned of a manifest without files', () => {
    const bad = () => planCopy('<MPD/>', { copyId: 'c1', seconds: 7, usedBytes: 0, keyIds });
    expect(bad).toThrow('other');
  });
});
