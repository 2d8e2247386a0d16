import { keySystemNames, type OfferedKeySystem, type Stream } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseKeySystem, type WantedAccess } from './key-system.ts';

const system = (...videos: string[]): OfferedKeySystem => ({
  licenseUrl: '/l',
  certificateUrl: null,
  mayKeepLicences: false,
  robustness: videos.map((video) => ({ audio: video.replace('ALL', 'CRYPTO'), video })),
});
const all: Stream['keySystems'] = {
  'com.widevine.alpha': system('HW_SECURE_ALL', 'SW_SECURE_DECODE'),
  'com.microsoft.playready.recommendation': system('3000', '2000'),
  'com.apple.fps': { ...system(''), certificateUrl: '/c' },
  'org.w3.clearkey': system(''),
};
const inCenc: Stream['encryption'] = { scheme: 'cenc', others: [] };

async function choose(
  keySystems: Stream['keySystems'],
  has: (wanted: WantedAccess) => boolean,
  encryption = inCenc,
) {
  const asked: WantedAccess[] = [];
  const chosen = await chooseKeySystem({ keySystems, encryption }, async (wanted) => {
    asked.push(wanted);
    return has(wanted);
  });
  return { asked, chosen };
}

describe('the key system of a playback', () => {
  test('is asked for level by level, Clear Key last', async () => {
    const { asked, chosen } = await choose(all, () => false);
    expect(asked.map(({ name, videoRobustness }) => `${name} ${videoRobustness}`)).toEqual([
      'com.widevine.alpha HW_SECURE_ALL',
      'com.microsoft.playready.recommendation 3000',
      'com.apple.fps ',
      'com.widevine.alpha SW_SECURE_DECODE',
      'com.microsoft.playready.recommendation 2000',
      'org.w3.clearkey ',
    ]);
    expect(chosen).toBeNull();
  });

  test('is Clear Key without asking the browser where the server offers nothing else', async () => {
    const { 'org.w3.clearkey': clearKey } = all;
    const { asked, chosen } = await choose({ 'org.w3.clearkey': clearKey }, () => false);
    expect(asked).toEqual([]);
    expect(chosen?.name).toBe('org.w3.clearkey');
  });

  test('asks the browser about Clear Key too where the video exists in another scheme', async () => {
    const { 'org.w3.clearkey': clearKey } = all;
    const encryption: Stream['encryption'] = { scheme: 'cbcs', others: ['cenc'] };
    const offered = { 'org.w3.clearkey': clearKey };
    const none = await choose(offered, ({ scheme }) => scheme === 'cenc', encryption);
    expect(none.asked.map(({ scheme }) => scheme)).toEqual(['cbcs']);
    expect(none.chosen).toBeNull();
  });

  test('is never one that the server does not offer, or the browser does not have', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...keySystemNames]),
        fc.subarray([...keySystemNames]),
        async (offered, had) => {
          const keySystems = Object.fromEntries(offered.map((name) => [name, all[name]]));
          const { chosen } = await choose(keySystems, ({ name }) => had.includes(name));
          const isAlone = offered.length === 1 && offered[0] === 'org.w3.clearkey';
          const best = offered.find((name) => had.includes(name)) ?? null;
          if (isAlone) expect(chosen?.name).toBe('org.w3.clearkey');
          else if (best === null) expect(chosen).toBeNull();
          else expect([...had].filter((name) => offered.includes(name))).toContain(chosen?.name);
          // Clear Key is a way out, and no choice where a browser has better.
          if (chosen?.name === 'org.w3.clearkey' && !isAlone) expect(best).toBe('org.w3.clearkey');
        },
      ),
    );
  });

  test('keeps licences where it may and the browser can, and plays without where it can not', async () => {
    const widevine = { ...system('HW_SECURE_ALL', 'SW_SECURE_DECODE'), mayKeepLicences: true };
    const offered = { 'com.widevine.alpha': widevine, 'org.w3.clearkey': system('') };
    const { asked } = await choose(offered, () => false);
    expect(asked.map((one) => [one.videoRobustness, one.keepsLicences])).toEqual([
      ...[true, false].map((keeps) => ['HW_SECURE_ALL', keeps]),
      ...[true, false].map((keeps) => ['SW_SECURE_DECODE', keeps]),
      ['', false],
    ]);
    // As desktop Chrome today.
    const { chosen } = await choose(offered, ({ keepsLicences }) => !keepsLicences);
    expect(chosen).toMatchObject({ videoRobustness: 'HW_SECURE_ALL', keepsLicences: false });
    expect((await choose(offered, () => true)).chosen?.keepsLicences).toBe(true);
  });

  test('must support the encryption of the video', async () => {
    const { asked } = await choose(all, () => true);
    expect(asked[0]?.scheme).toBe('cenc');
    const cbcs = { ...inCenc, scheme: 'cbcs' } as const;
    expect((await choose(all, () => true, cbcs)).asked[0]?.scheme).toBe('cbcs');
  });
});
