import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildProtectionReport, type ProtectionFacts } from './protection-report.ts';

const clearKey: ProtectionFacts = {
  granted: { keySystem: 'org.w3.clearkey', videoRobustness: '', audioRobustness: '' },
  hdcp: 'unknown',
  watermarkCoverage: 1,
  isCapturePatched: true,
};
const widevine = (videoRobustness: string): ProtectionFacts => ({
  ...clearKey,
  granted: {
    keySystem: 'com.widevine.alpha',
    videoRobustness,
    audioRobustness: 'SW_SECURE_CRYPTO',
  },
});

describe('what a browser cannot prevent', () => {
  test('Clear Key: all but calls that were put under watch, and the output is not known', () => {
    expect(buildProtectionReport({ ...clearKey, hdcp: '2.3' })).toEqual({
      keySystem: 'org.w3.clearkey',
      videoRobustness: '',
      audioRobustness: '',
      hdcp: 'unknown',
      watermarkCoverage: 1,
      cannotPrevent: [
        ...['camera_at_screen', 'developer_tools', 'other_software_recording'],
        ...['software_decryption', 'unprotected_output'],
      ],
    });
  });

  test.each([
    ['SW_SECURE_DECODE', true],
    ['HW_SECURE_ALL', false],
    ['3000', false],
    ['2000', true],
  ])('robustness %s: software decryption %s', (robustness, isOpen) => {
    const { cannotPrevent } = buildProtectionReport(widevine(robustness));
    expect(cannotPrevent.includes('software_decryption')).toBe(isOpen);
    expect(cannotPrevent.includes('other_software_recording')).toBe(isOpen);
  });

  test('FairPlay, which names no level, decrypts outside the browser', () => {
    const granted = { keySystem: 'com.apple.fps', videoRobustness: '', audioRobustness: '' };
    const { cannotPrevent } = buildProtectionReport({ ...clearKey, granted });
    expect(cannotPrevent).toEqual(['camera_at_screen', 'developer_tools', 'unprotected_output']);
  });

  test('an output counts as protected only behind hardware, and when the browser says so', () => {
    const open = (facts: ProtectionFacts) =>
      buildProtectionReport(facts).cannotPrevent.includes('unprotected_output');
    expect(open({ ...widevine('HW_SECURE_ALL'), hdcp: '2.2' })).toBe(false);
    expect(open({ ...widevine('HW_SECURE_ALL'), hdcp: 'none' })).toBe(true);
    expect(open({ ...widevine('HW_SECURE_ALL'), hdcp: 'unknown' })).toBe(true);
    expect(open({ ...widevine('SW_SECURE_DECODE'), hdcp: '2.2' })).toBe(true);
  });

  test('calls that could not be put under watch are told', () => {
    const { cannotPrevent } = buildProtectionReport({ ...clearKey, isCapturePatched: false });
    expect(cannotPrevent).toContain('capture_api_unpatched');
  });

  test('nothing at all keeps a camera or developer tools off', () => {
    const facts = fc.record({
      granted: fc.option(
        fc.record({
          keySystem: fc.constantFrom('org.w3.clearkey', 'com.widevine.alpha', 'com.apple.fps'),
          videoRobustness: fc.constantFrom('', 'SW_SECURE_DECODE', 'HW_SECURE_ALL', '3000'),
          audioRobustness: fc.constantFrom('', 'SW_SECURE_CRYPTO'),
        }),
      ),
      hdcp: fc.constantFrom('unknown', 'none', '1.4', '2.3'),
      watermarkCoverage: fc.double({ min: 0, max: 1, noNaN: true }),
      isCapturePatched: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, (given) => {
        const { cannotPrevent } = buildProtectionReport(given);
        expect(cannotPrevent).toEqual(
          expect.arrayContaining(['camera_at_screen', 'developer_tools']),
        );
        expect(new Set(cannotPrevent).size).toBe(cannotPrevent.length);
      }),
    );
  });
});
