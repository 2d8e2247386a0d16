import type { OfferedKeySystem, Stream } from '@prahari/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findHoldingSystem, offerHeld } from './held-licence.ts';

const system = (...levels: string[]): OfferedKeySystem => ({
  licenseUrl: '/l',
  certificateUrl: null,
  mayKeepLicences: levels.length > 0,
  robustness: levels.map((level) => ({ audio: level, video: level })),
});
const encryption: Stream['encryption'] = { scheme: 'cenc', others: [] };
const keySystems: Stream['keySystems'] = {
  'com.widevine.alpha': system('HW', 'SW'),
  'com.apple.fps': system('FPS'),
};

/** A browser that has Widevine, and keeps licences of these levels. */
function haveKept(kept: readonly string[]) {
  const request = async (name: string, [wanted]: readonly MediaKeySystemConfiguration[]) => {
    const level = wanted?.videoCapabilities?.[0]?.robustness ?? '';
    const isToKeep = wanted?.persistentState === 'required';
    if (name !== 'com.widevine.alpha' || (isToKeep && !kept.includes(level))) {
      throw new DOMException('', 'NotSupportedError');
    }
    return {};
  };
  vi.stubGlobal('navigator', { requestMediaKeySystemAccess: request });
}
afterEach(() => vi.unstubAllGlobals());

describe('the key system that keeps the licence of a copy', () => {
  it('is none where the browser only plays by it, or none is offered', async () => {
    haveKept([]);
    expect(await findHoldingSystem({ keySystems, encryption })).toBeNull();
    expect(await findHoldingSystem({ keySystems: {}, encryption })).toBeNull();
  });

  it('may be of a lower level than the one that plays online', async () => {
    haveKept(['SW']);
    expect(await findHoldingSystem({ keySystems, encryption })).toEqual({
      name: 'com.widevine.alpha',
      audioRobustness: 'SW',
      videoRobustness: 'SW',
      scheme: 'cenc',
      keepsLicences: true,
    });
  });
});

describe('what a copy is played by', () => {
  it('is the system that keeps its licence, in its level and no other', async () => {
    haveKept(['SW']);
    const wanted = await findHoldingSystem({ keySystems, encryption });
    expect(offerHeld(keySystems, wanted && { wanted })).toEqual({
      'com.widevine.alpha': {
        ...keySystems['com.widevine.alpha'],
        robustness: [{ audio: 'SW', video: 'SW' }],
      },
    });
  });

  it('is Clear Key alone where its licence is sealed, also where the browser has others', () => {
    const clearKey = system('');
    const offered = { ...keySystems, 'org.w3.clearkey': clearKey };
    expect(offerHeld(offered, null)).toEqual({ 'org.w3.clearkey': clearKey });
  });
});
