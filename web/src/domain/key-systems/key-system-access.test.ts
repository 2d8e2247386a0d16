import { afterEach, expect, it, vi } from 'vitest';
import type { WantedAccess } from './key-system.ts';
import { browserKeySystems } from './key-system-access.ts';

afterEach(() => vi.unstubAllGlobals());

it('asks for a key system until it is available, and then no more', async () => {
  const wanted: WantedAccess = {
    name: 'com.widevine.alpha',
    audioRobustness: '',
    videoRobustness: '',
    scheme: 'cbcs',
    keepsLicences: false,
  };
  const request = vi.fn().mockRejectedValueOnce(new DOMException('', 'NotSupportedError'));
  request.mockResolvedValue({});
  vi.stubGlobal('navigator', { requestMediaKeySystemAccess: request });

  const both = [browserKeySystems(wanted), browserKeySystems(wanted)];
  expect(await Promise.all(both)).toEqual([false, false]);
  expect(request).toHaveBeenCalledTimes(1);
  expect(await browserKeySystems(wanted)).toBe(true);
  expect(await browserKeySystems(wanted)).toBe(true);
  expect(request).toHaveBeenCalledTimes(2);
});
