import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManifestError } from './dash-manifest.rules.ts';
import { withPlaylistPaths } from './hls-manifest.rules.ts';

const packaged = `#EXTM3U
## Generated with https://github.com/shaka-project/shaka-packager

#EXT-X-INDEPENDENT-SEGMENTS

#EXT-X-MEDIA:TYPE=AUDIO,URI="audio/media.m3u8",GROUP-ID="audio",NAME="a,URI=b",CHANNELS="2"

#EXT-X-STREAM-INF:BANDWIDTH=2734185,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,AUDIO="audio"
v720/media.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=60000,CODECS="mp4a.40.2",AUDIO="audio"
audio/media.m3u8
`;
const place = (playlist: string) =>
  withPlaylistPaths(playlist, '/media/abc.def/', ['widevine', 'clearkey']);
const asked = '?systems=widevine.clearkey';

describe('the addresses in a multivariant playlist', () => {
  it('lie under the signed path, and nothing else is touched', () => {
    const answer = place(packaged);
    expect(answer).toContain(
      `TYPE=AUDIO,URI="/media/abc.def/audio/media.m3u8${asked}",GROUP-ID="audio"`,
    );
    expect(answer).toContain(`\n/media/abc.def/v720/media.m3u8${asked}\n`);
    expect(answer.match(/\/media\/abc\.def\//g)).toHaveLength(3);
    expect(answer.replaceAll('/media/abc.def/', '').replaceAll(asked, '')).toBe(packaged);
  });

  it.each([
    ['another file', '#EXTM3U\nmaster.key\n'],
    ['another host', '#EXTM3U\nhttps://x.example/v720/media.m3u8\n'],
    ['another folder', '#EXTM3U\n../v720/media.m3u8\n'],
    ['a key', '#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,AA=="\n'],
    ['a manifest of DASH', '<MPD></MPD>'],
    ['nothing', ''],
  ])('are refused where they lead to %s', (_, text) => {
    expect(() => place(text)).toThrow(ManifestError);
  });

  it('never lead elsewhere, for any playlist', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('v720/media.m3u8', '#EXT-X-MEDIA:URI="audio/media.m3u8",NAME="x"'),
      fc.string().map((text) => `#EXT-X-MEDIA:TYPE=AUDIO,URI="${text}"`),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        let answer: string;
        try {
          answer = place(['#EXTM3U', ...lines].join('\n'));
        } catch (error) {
          expect(error).toBeInstanceOf(ManifestError);
          return;
        }
        for (const written of answer.split('\n')) {
          if (written === '' || written.startsWith('#')) continue;
          expect(written.endsWith(asked)).toBe(true);
          expect(written).toMatch(/^\/media\/abc\.def\/[a-z0-9]+\/media\.m3u8\?[a-z=.]+$/);
        }
      }),
    );
  });
});
