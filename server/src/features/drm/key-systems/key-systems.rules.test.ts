import { vendorSystems } from '@prahari/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decideLicencePolicy } from '../licences/licence-policy.rules.ts';
import { describeKeySystems, listKeySystems } from './key-systems.rules.ts';

const names = {
  widevine: 'com.widevine.alpha',
  playready: 'com.microsoft.playready.recommendation',
  fairplay: 'com.apple.fps',
} as const;
const drm = { hdNeedsHardware: false, persistentLicences: false, clearKeyFallback: false };
const policyWith = (change: Partial<typeof drm>, offered: readonly (keyof typeof names)[]) =>
  decideLicencePolicy(
    { drm: { ...drm, ...change } } as Parameters<typeof decideLicencePolicy>[0],
    offered,
  );

it('Clear Key is named where nothing else is configured, or an administrator says so', () => {
  fc.assert(
    fc.property(fc.subarray([...vendorSystems]), fc.boolean(), (offered, clearKeyFallback) => {
      const policy = policyWith({ clearKeyFallback }, offered);
      const told = describeKeySystems('p1', policy, listKeySystems(policy, offered, 'cbcs'));
      const isNamed = offered.length === 0 || clearKeyFallback;
      expect(Object.keys(told).sort()).toEqual(
        [...offered.map((one) => names[one]), ...(isNamed ? ['org.w3.clearkey'] : [])].sort(),
      );
    }),
  );
});

it('lets licences be kept by systems that can, where an administrator allows it', () => {
  const kept = describeKeySystems('p1', policyWith({ persistentLicences: true }, vendorSystems), [
    ...vendorSystems,
  ]);
  const may = Object.entries(kept).map(([name, system]) => [name, system?.mayKeepLicences]);
  expect(Object.fromEntries(may)).toEqual({
    'com.widevine.alpha': true,
    'com.apple.fps': true,
    'com.microsoft.playready.recommendation': false,
  });
});

it('asks for the security of section 9, and for hardware first where HD needs it', () => {
  const software = describeKeySystems('p1', policyWith({}, vendorSystems), vendorSystems);
  expect(software['com.widevine.alpha']).toEqual({
    licenseUrl: '/api/v1/drm/widevine/license?playbackSession=p1',
    certificateUrl: null,
    mayKeepLicences: false,
    robustness: [{ audio: 'SW_SECURE_CRYPTO', video: 'SW_SECURE_DECODE' }],
  });
  const levels = software['com.microsoft.playready.recommendation']?.robustness;
  expect(levels?.map(({ video }) => video)).toEqual(['3000', '2000']);
  expect(software['com.apple.fps']?.certificateUrl).toBe('/api/v1/drm/fairplay/certificate');
  const policy = policyWith({ hdNeedsHardware: true }, vendorSystems);
  const hardware = describeKeySystems('p1', policy, vendorSystems)['com.widevine.alpha']
    ?.robustness;
  expect(hardware?.map(({ video }) => video)).toEqual(['HW_SECURE_ALL', 'SW_SECURE_DECODE']);
});

it('FairPlay is named for cbcs alone', () => {
  const policy = policyWith({ clearKeyFallback: true }, vendorSystems);
  expect(listKeySystems(policy, vendorSystems, 'cbcs')).toEqual([...vendorSystems, 'clearkey']);
  const inCenc = listKeySystems(policy, vendorSystems, 'cenc');
  expect(inCenc).toEqual(['widevine', 'playready', 'clearkey']);
  expect(describeKeySystems('p1', policy, inCenc)).not.toHaveProperty(['com.apple.fps']);
});
