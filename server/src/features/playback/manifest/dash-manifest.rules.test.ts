import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManifestError, readPictureSegmentSeconds, withBaseUrl } from './dash-manifest.rules.ts';

/** Written by Shaka Packager 3.4.2; shortened to one system and one adaptation set. */
const packaged = `<?xml version="1.0" encoding="UTF-8"?>
<!--Generated with https://github.com/shaka-project/shaka-packager version v3.4.2-c819dea-release-->
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:mpeg:dash:schema:mpd:2011 DASH-MPD.xsd" xmlns:cenc="urn:mpeg:cenc:2013" xmlns:mspr="urn:microsoft:playready" profiles="urn:mpeg:dash:profile:isoff-live:2011" minBufferTime="PT2S" type="static" mediaPresentationDuration="PT5S">
  <Period id="0">
    <AdaptationSet id="0" contentType="video" width="320" height="180" frameRate="15360/512" segmentAlignment="true" par="16:9">
      <ContentProtection value="cenc" schemeIdUri="urn:mpeg:dash:mp4protection:2011" cenc:default_KID="00112233-4455-6677-8899-aabbccddeeff"/>
      <ContentProtection schemeIdUri="urn:uuid:1077efec-c0b2-4d02-ace3-3c1e52e2fb4b">
        <cenc:pssh>AAAARHBzc2gBAAAAEHfv7MCyTQKs4zweUuL7SwAAAAIQESIzRFVmd4iZqrvM3e7/ABEiM0RVZneImaq7zN3u/wAAAAA=</cenc:pssh>
      </ContentProtection>
      <Representation id="0" bandwidth="293688" codecs="avc1.64000d" mimeType="video/mp4" sar="1:1">
        <SegmentTemplate timescale="15360" initialization="v180/init.mp4" media="v180/$Number$.m4s" startNumber="1">
          <SegmentTimeline>
            <S t="0" d="30720" r="1"/>
            <S t="61440" d="15360"/>
          </SegmentTimeline>
        </SegmentTemplate>
      </Representation>
    </AdaptationSet>
  </Period>
</MPD>
`;
const inserted = '\n  <BaseURL>/media/abc.def/</BaseURL>';
const insert = (manifest: string) => withBaseUrl(manifest, '/media/abc.def/');

describe('the address of the media in a manifest', () => {
  it('is the first child of MPD, and nothing else is touched', () => {
    const answer = insert(packaged);
    expect(answer.replace(inserted, '')).toBe(packaged);
    expect(answer).toContain(`mediaPresentationDuration="PT5S">${inserted}\n  <Period id="0">`);
  });

  it('is not put into what only looks like the start of MPD', () => {
    const head = '\uFEFF<?xml version="1.0"?><?note <MPD a="1">?><!-- <MPD> --> ';
    const start = `<MPD title="a > b" other='"<'.slice(0) />`;
    expect(() => insert(`${head}${start}`)).toThrow(ManifestError);
    const good = `<MPD title="a > b" other='say "/>"'>`;
    expect(insert(`${head}${good}</MPD>`)).toBe(`${head}${good}${inserted}</MPD>`);
  });

  it('is written as XML text', () => {
    expect(withBaseUrl('<MPD></MPD>', '/a&b<c>/')).toContain(
      '<BaseURL>/a&amp;b&lt;c&gt;/</BaseURL>',
    );
  });

  it.each([
    ['nothing', ''],
    ['another root', '<MPDX></MPDX>'],
    ['an empty MPD', '<MPD/>'],
    ['an empty MPD with attributes', '<MPD a="1" />'],
    ['an unclosed start tag', '<MPD a="1"'],
    ['an unclosed comment', '<!-- <MPD></MPD>'],
    ['a doctype', '<!DOCTYPE MPD [<!ENTITY a "b">]><MPD></MPD>'],
    ['an HTML page', '<html><MPD></MPD></html>'],
  ])('refuses %s', (_, text) => {
    expect(() => insert(text)).toThrow(ManifestError);
  });

  it('leaves everything before and after as it was', () => {
    const comment = fc.string().map((text) => `<!--${text.replaceAll('-', '')}-->`);
    const prolog = fc.array(fc.oneof(comment, fc.constantFrom(' ', '\n', '<?a <MPD>?>')));
    const value = fc.string().map((text) => text.replaceAll(/["<]/g, ''));
    fc.assert(
      fc.property(prolog, value, fc.string(), (before, attribute, rest) => {
        const head = `${before.join('')}<MPD a="${attribute}">`;
        expect(insert(`${head}${rest}`)).toBe(`${head}${inserted}${rest}`);
      }),
    );
  });
});

describe('the length of a segment of the picture', () => {
  it('is read off the first one', () => {
    expect(readPictureSegmentSeconds(packaged)).toBe(2);
    expect(readPictureSegmentSeconds(packaged.replace('d="30720"', 'd="92160"'))).toBe(6);
  });

  it('is unknown where there is no picture', () => {
    expect(readPictureSegmentSeconds(packaged.replace('"video"', '"audio"'))).toBeNull();
    expect(
      readPictureSegmentSeconds(packaged.replace('timescale="15360"', 'timescale="0"')),
    ).toBeNull();
    expect(readPictureSegmentSeconds('')).toBeNull();
  });
});
