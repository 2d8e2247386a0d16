import { describe, expect, it } from 'vitest';
import { chooseScheme } from './scheme.rules.ts';

const chrome = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const tizen6 =
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36';
const webOs6 =
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.79 Safari/537.36 WebAppManager';
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';
const both = ['cbcs', 'cenc'] as const;
const unasked = undefined;

describe('the scheme of a playback', () => {
  it.each([
    ['a current browser', chrome(140), 'cbcs'],
    ['Safari', safari, 'cbcs'],
    ['the first that knows its schemes', chrome(83), 'cbcs'],
    ['the last that can not', chrome(82), 'cenc'],
    ['a television of LG of 2021', webOs6, 'cenc'],
    ['a television of Samsung of 2021', tizen6, 'cenc'],
    ['an unknown browser', '', 'cbcs'],
  ])('is for %s', (_, userAgent, scheme) => {
    expect(chooseScheme(both, { taken: unasked, userAgent })).toBe(scheme);
  });

  it('is the only one there is, where nothing better is known', () => {
    for (const userAgent of [chrome(140), webOs6]) {
      expect(chooseScheme(['cbcs'], { taken: unasked, userAgent })).toBe('cbcs');
      expect(chooseScheme(['cenc'], { taken: unasked, userAgent })).toBe('cenc');
    }
  });

  it('follows the answers of the key systems, for any device', () => {
    for (const userAgent of [chrome(140), webOs6]) {
      expect(chooseScheme(both, { taken: ['cenc'], userAgent })).toBe('cenc');
      expect(chooseScheme(both, { taken: ['cenc', 'cbcs'], userAgent })).toBe('cbcs');
      expect(chooseScheme(['cbcs'], { taken: ['cenc'], userAgent })).toBeNull();
      expect(chooseScheme(both, { taken: [], userAgent })).toBeNull();
    }
  });
});
