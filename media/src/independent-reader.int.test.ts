import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { makeContentKeys } from './content-keys.ts';
import { readBoxes, readDash, readMaster, readMedia } from './independent-reader.fixture.ts';
import { listQualityClasses, planLadder } from './ladder.ts';
import { packageVideo } from './package-video.ts';
import { probe } from './probe.ts';
import { transcodeLadder } from './transcode.ts';

/** Common (W3C), PlayReady, Widevine. */
const systems = [
  '1077efecc0b24d02ace33c1e52e2fb4b',
  '9a04f07998404286ab92e65be0885f95',
  'edef8ba979d64acea3c827dcd51d21ed',
];
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test.each(['cbcs', 'cenc'] as const)(
  'other readers find every output of %s protected, and the manifests right',
  async (scheme) => {
    await using shop = await openWorkshop();
    const { tools, at } = shop;
    const inputPath = await shop.clip('in.mp4', '1280x720', 5, '-r', '12');
    const facts = await probe(inputPath, { tools });
    const ladder = planLadder(facts);
    const inputDir = at('renditions');
    await transcodeLadder({ inputPath, outDir: inputDir, ladder, facts, tools });
    const keys = makeContentKeys(listQualityClasses(ladder));
    const outDir = at('video');
    await packageVideo({ ladder, inputDir, outDir, keys, scheme, tools });
    const text = (...names: string[]) => readFile(at('video', ...names), 'utf8');
    const allKeyIds = Object.values(keys).map(({ keyId }) => hex(keyId));
    const renditions = [...ladder.video, ...ladder.audio];
    expect(renditions.map(({ name }) => name)).toEqual([
      ...['v720', 'v480', 'v360', 'v240', 'v144', 'audio', 'audiolow'],
    ]);

    for (const rendition of renditions) {
      const segments = (await readdir(at('video', rendition.name))).filter((name) =>
        /m4s$/.test(name),
      );
      expect(segments).toHaveLength(3);
      for (const segment of segments) {
        const found = await readBoxes(at('video', rendition.name), segment);
        const where = `${rendition.name}/${segment}`;
        expect(found, where).toMatchObject({
          scheme,
          isProtected: true,
          systems,
          commonKeyIds: allKeyIds.sort(),
          entries: [rendition.quality === 'AUDIO' ? 'enca' : 'encv'],
          keyId: hex(keys[rendition.quality]!.keyId),
        });
        expect(found.samples, where).toBeGreaterThan(10);
        // Sound in cbcs is encrypted whole, with one vector in `tenc`: nothing to list.
        expect(found.encryptedSamples, where).toBe(found.samples);
      }
      const media = readMedia(await text(rendition.name, 'media.m3u8'));
      expect(media).toMatchObject({ endlist: true, inits: ['init.mp4'], files: segments.sort() });
      expect(media.methods).toEqual([scheme === 'cbcs' ? 'SAMPLE-AES' : 'SAMPLE-AES-CTR']);
      for (const seconds of media.seconds)
        expect(seconds).toBeLessThanOrEqual(media.targetDuration);
    }

    const dash = readDash(await text('manifest.mpd'));
    expect(dash.duration).toBeCloseTo(5, 0);
    const named = dash.tracks.map(({ init }) => init?.split('/')[0]).sort();
    expect(named).toEqual(renditions.map(({ name }) => name).sort());
    for (const track of dash.tracks) {
      expect(track.seconds).toBeCloseTo(5, 0);
      expect(track.protections).toEqual(
        expect.arrayContaining(['com.widevine.alpha', 'com.microsoft.playready', 'mp4protection']),
      );
      for (const file of [...track.files, track.init ?? '']) await text(file);
    }

    const variants = readMaster(await text('master.m3u8'));
    const pictures = variants.filter(({ uri }) => uri.startsWith('v'));
    expect(new Set(pictures.map(({ uri }) => uri))).toEqual(
      new Set(ladder.video.map(({ name }) => `${name}/media.m3u8`)),
    );
    for (const { uri, codecs, bandwidth, sounds } of variants) {
      expect(codecs).toMatch(uri.startsWith('v') ? /^avc1\.[\da-f]{6},mp4a\.40\.2$/ : /^mp4a/);
      expect(bandwidth).toBeGreaterThan(30_000);
      for (const sound of sounds) await text(sound ?? 'missing');
    }
  },
);
