import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DeviceKind,
  detectDeviceKind,
  judgeDeviceKind,
  mayPlay,
} from './device-kind.rules.ts';

const kit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
type Row = [name: string, kind: DeviceKind, userAgent: string, mobile?: string, platform?: string];
const rows: Row[] = [
  [
    'Chrome on Windows',
    'desktop',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${kit} Chrome/131.0.0.0 Safari/537.36`,
    '?0',
    '"Windows"',
  ],
  [
    'Edge on Windows',
    'desktop',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${kit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
    '?0',
    '"Windows"',
  ],
  [
    'Internet Explorer on a Tablet PC',
    'desktop',
    'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1; WOW64; Trident/6.0; Tablet PC 2.0)',
  ],
  [
    'Firefox on Windows',
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
  ],
  [
    'Firefox on Linux',
    'desktop',
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  ],
  [
    'Chrome on Linux',
    'desktop',
    `Mozilla/5.0 (X11; Linux x86_64) ${kit} Chrome/131.0.0.0 Safari/537.36`,
    '?0',
    '"Linux"',
  ],
  [
    'Chrome on ChromeOS',
    'desktop',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${kit} Chrome/131.0.0.0 Safari/537.36`,
    '?0',
    '"Chrome OS"',
  ],
  [
    'Safari on a Mac',
    'desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  ],
  // It calls itself a Mac: only the browser can notice.
  [
    'Safari on an iPad as a Mac',
    'desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  ],
  ['a program', 'desktop', 'curl/8.5.0'],
  ['nothing', 'desktop', ''],
  [
    'a Samsung TV',
    'tv',
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 TV Safari/537.36',
  ],
  [
    'a newer Samsung TV',
    'tv',
    `Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) ${kit} 94.0.4606.31/7.0 TV Safari/537.36`,
  ],
  [
    'an LG TV',
    'tv',
    `Mozilla/5.0 (Web0S; Linux/SmartTV) ${kit} Chrome/94.0.4606.128 Safari/537.36 WebAppManager`,
  ],
  [
    'an Android TV',
    'tv',
    `Mozilla/5.0 (Linux; Android 12; BRAVIA VH2 Build/STT2.220929.001) ${kit} Chrome/120.0.0.0 Safari/537.36`,
    '?0',
    '"Android"',
  ],
  [
    'an Android TV that says so',
    'tv',
    `Mozilla/5.0 (Linux; Android 9; AndroidTV; MIBOX4) ${kit} Chrome/108.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'a Fire TV',
    'tv',
    `Mozilla/5.0 (Linux; Android 7.1.2; AFTMM Build/NS6271; wv) ${kit} Silk/110.3 like Chrome/110.0.5481.154 Safari/537.36`,
  ],
  [
    'a Chromecast',
    'tv',
    `Mozilla/5.0 (Linux; Android 12.0; Build/STTL.240206.002) ${kit} Chrome/124.0.0.0 Safari/537.36 CrKey/1.56.500000 DeviceType/AndroidTV`,
  ],
  [
    'Google TV',
    'tv',
    `Mozilla/5.0 (Linux; GoogleTV 4.0.4; NSZ-GS7/GX70) ${kit} Chrome/11.0.696.77 Safari/534.24`,
  ],
  [
    'HbbTV',
    'tv',
    'Mozilla/5.0 (Linux) AppleWebKit/537.36 HbbTV/1.4.1 (+DRM;Samsung;SmartTV2018) Chrome/56',
  ],
  ['Roku', 'tv', 'Roku/DVP-12.5 (12.5.0.4178)'],
  [
    'Chrome on an Android phone',
    'phone',
    `Mozilla/5.0 (Linux; Android 10; K) ${kit} Chrome/131.0.0.0 Mobile Safari/537.36`,
    '?1',
    '"Android"',
  ],
  [
    'Firefox on an Android phone',
    'phone',
    'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0',
  ],
  [
    'an iPhone',
    'phone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'a phone by its hint alone',
    'phone',
    `Mozilla/5.0 (X11; Linux x86_64) ${kit} Chrome/131.0.0.0 Safari/537.36`,
    '?1',
    '"Linux"',
  ],
  [
    'a Windows Phone',
    'phone',
    `Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) ${kit} Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15063`,
  ],
  [
    'a Tizen phone',
    'phone',
    'Mozilla/5.0 (Linux; Tizen 2.4; SAMSUNG SM-Z300H) AppleWebKit/537.3 (KHTML, like Gecko) SamsungBrowser/2.0 Mobile Safari/537.3',
  ],
  [
    'Opera Mini',
    'phone',
    'Opera/9.80 (Android; Opera Mini/36.2/119.132; U; id) Presto/2.12.423 Version/12.16',
  ],
  [
    'an iPad',
    'tablet',
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome on an Android tablet',
    'tablet',
    `Mozilla/5.0 (Linux; Android 10; K) ${kit} Chrome/131.0.0.0 Safari/537.36`,
    '?0',
    '"Android"',
  ],
  [
    'the same asking for the desktop site',
    'tablet',
    `Mozilla/5.0 (X11; Linux x86_64) ${kit} Chrome/131.0.0.0 Safari/537.36`,
    '?0',
    '"Android"',
  ],
  [
    'Firefox on an Android tablet',
    'tablet',
    'Mozilla/5.0 (Android 14; Tablet; rv:132.0) Gecko/132.0 Firefox/132.0',
  ],
  [
    'a Kindle',
    'tablet',
    'Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) AppleWebKit/531.2+ (KHTML, like Gecko) Version/5.0 Safari/533.2+ Kindle/3.0+',
  ],
  [
    'a Fire tablet',
    'tablet',
    `Mozilla/5.0 (Linux; Android 11; KFTRWI) ${kit} Silk/120.3.1 like Chrome/120.0.6099.193 Safari/537.36`,
  ],
];

describe('the kind of a machine, by its own claim', () => {
  it.each(rows.map((row) => [row[0], row[1], row] as const))('%s is a %s', (_name, kind, row) => {
    const [, , userAgent, mobileHint, platformHint] = row;
    expect(detectDeviceKind({ userAgent, mobileHint, platformHint })).toBe(kind);
    expect(mayPlay(kind)).toBe(kind === 'tv' || kind === 'desktop');
  });

  it('has a value for any claim, and is never a desktop when the hint says phone', () => {
    const hints = fc.option(fc.constantFrom('?0', '?1', 'x'), { nil: undefined });
    fc.assert(
      fc.property(fc.string(), hints, (userAgent, mobileHint) => {
        const kind = detectDeviceKind({ userAgent, mobileHint, platformHint: undefined });
        if (mobileHint === '?1') expect(kind).not.toBe('desktop');
      }),
    );
  });
});

describe('where videos would play', () => {
  const machine = {
    isMobileHint: false,
    touchPoints: 0,
    hasFinePointer: true,
    screenWidth: 1280,
    screenHeight: 800,
    pixelRatio: 1,
  };
  it.each([
    ['phone', undefined, 'mobile'],
    ['tablet', { ...machine, screenWidth: 3840 }, 'mobile'],
    ['desktop', undefined, 'allowed'],
    ['desktop', machine, 'small-screen'],
    ['desktop', { ...machine, isMobileHint: true }, 'mobile'],
    ['desktop', { ...machine, pixelRatio: 1.5 }, 'allowed'],
    ['tv', machine, 'allowed'],
  ] as const)('a %s that says %j: %s', (kind, said, expected) => {
    expect(judgeDeviceKind({ kind, userAgent: '' }, said, 1366)).toBe(expected);
  });
});
