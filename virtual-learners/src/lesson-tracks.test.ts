import { expect, it } from 'vitest';
import { chooseTracks, readKeyIds, readTrack } from './lesson-tracks.ts';

const manifest = `<MPD><BaseURL>/media/signed/</BaseURL>
  <AdaptationSet contentType="video">
    <ContentProtection cenc:default_KID="00112233-4455-6677-8899-aabbccddeeff"/>
    <SegmentTemplate timescale="12800" initialization="v360/init.mp4" media="v360/$Number$.m4s" startNumber="1">
      <SegmentTimeline>
        <S t="0" d="76800" r="2"/>
        <S t="230400" d="25600"/>
      </SegmentTimeline>
    </SegmentTemplate>
    <SegmentTemplate timescale="12800" initialization="v240/init.mp4" media="v240/$Number$.m4s" startNumber="1">
      <SegmentTimeline><S t="0" d="12800"/></SegmentTimeline>
    </SegmentTemplate>
  </AdaptationSet>
  <ContentProtection cenc:default_KID="00112233445566778899AABBCCDDEEFF"/>
</MPD>`;

it('reads how many segments of what length a rendition has, and where they lie', () => {
  const track = readTrack(manifest, 'v360');
  expect(track).toMatchObject({ base: '/media/signed/', initName: 'v360/init.mp4', segments: 4 });
  expect(track.segmentSeconds).toBe(5);
  expect(track.nameOf(4)).toBe('v360/4.m4s');
  expect(readTrack(manifest, 'v240')).toMatchObject({ segments: 1, segmentSeconds: 1 });
});

it('refuses a rendition that is not there', () => {
  expect(() => readTrack(manifest, 'v1080')).toThrow('the manifest has no v1080');
});

it('names each key once, however it is written', () => {
  expect(readKeyIds(manifest)).toEqual(['ABEiM0RVZneImaq7zN3u_w']);
});

it('chooses the rendition that a slow connection plays', () => {
  expect(chooseTracks(manifest)).toEqual({ picture: 'v360', sound: undefined });
  const of = (...names: string[]) =>
    chooseTracks(names.map((name) => `<SegmentTemplate media="${name}/$Number$.m4s">`).join(''));
  expect(of('v1080', 'v720', 'audio', 'audiolow')).toEqual({ picture: 'v720', sound: 'audiolow' });
  expect(of('v144', 'v240', 'audio')).toEqual({ picture: 'v240', sound: 'audio' });
  expect(() => of('audio')).toThrow('no picture');
});
