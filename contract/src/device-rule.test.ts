import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DeviceFacts, judgeDevice } from './device-rule.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`;
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome}`;
const linux = `Mozilla/5.0 (X11; Linux x86_64) ${chrome}`;

const laptop: DeviceFacts = {
  userAgent: windows,
  isMobileHint: false,
  touchPoints: 0,
  hasFinePointer: true,
  screenWidth: 1366,
  screenHeight: 768,
  pixelRatio: 1,
};
const verdict = (facts: Partial<DeviceFacts>) => judgeDevice({ ...laptop, ...facts }, 1366);

describe('phones and tablets are blocked', () => {
  test.each([
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 13; SM-X906C) AppleWebKit/537.36 Chrome/142.0 Safari/537.36',
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15',
    'Mozilla/5.0 (Android 13; Tablet; rv:130.0) Gecko/130.0 Firefox/130.0',
    'Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) Kindle/3.0',
    'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1) AppleWebKit/537.36',
  ])('%s', (userAgent) => expect(verdict({ userAgent })).toBe('mobile'));

  test('also where they call themselves desktops', () => {
    expect(verdict({ userAgent: mac, touchPoints: 5, pixelRatio: 2 })).toBe('mobile');
    const tablet = { touchPoints: 5, hasFinePointer: false, pixelRatio: 2 };
    const screen = { screenWidth: 1280, screenHeight: 800 };
    expect(verdict({ userAgent: linux, ...tablet, ...screen })).toBe('mobile');
    expect(verdict({ isMobileHint: true })).toBe('mobile');
  });
});

describe('TVs are allowed, with any screen', () => {
  test.each([
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.0) AppleWebKit/537.36 Version/5.0 TV Safari/537.36',
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/79.0.3945.79 Safari/537.36',
    'Mozilla/5.0 (webOS; Linux) AppleWebKit/537.36 Chrome/94.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 9; AndroidTV) AppleWebKit/537.36 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; GoogleTV 3.2) AppleWebKit/534.24 Chrome/11 Safari/534.24',
    'HbbTV/1.4.1 (+DRM; Vendor; Model) Mozilla/5.0',
    'Roku/DVP-9.10 (519.10E04111A)',
    'Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 Chrome/90 Safari/537.36 CrKey/1.54',
    'Mozilla/5.0 (Fuchsia) AppleWebKit/537.36 Chrome/90 Safari/537.36 Chromecast/2',
  ])('%s', (userAgent) => {
    const screen = { screenWidth: 960, screenHeight: 540, hasFinePointer: false };
    expect(verdict({ userAgent, ...screen })).toBe('allowed');
  });
});

describe('desktops need 1366 device pixels', () => {
  test('the smallest laptop, and none smaller', () => {
    expect(verdict({})).toBe('allowed');
    expect(verdict({ screenWidth: 1365 })).toBe('small-screen');
    expect(verdict({ screenWidth: 1024 })).toBe('small-screen');
  });

  test('a scaled display is not refused', () => {
    expect(verdict({ screenWidth: 1280, screenHeight: 720, pixelRatio: 1.5 })).toBe('allowed');
    expect(verdict({ screenWidth: 1093, screenHeight: 614, pixelRatio: 1.25 })).toBe('allowed');
  });

  test('a laptop with a touch screen is a laptop', () => {
    const touch = { touchPoints: 10, pixelRatio: 2, screenWidth: 1368, screenHeight: 912 };
    expect(verdict(touch)).toBe('allowed');
  });

  test('a rotated display keeps its width, and zooming out does not shrink it', () => {
    expect(verdict({ screenWidth: 1080, screenHeight: 1920 })).toBe('allowed');
    expect(verdict({ pixelRatio: 0.5 })).toBe('allowed');
  });

  test('property: scaling by the system changes nothing', () => {
    const scale = fc.constantFrom(1, 1.25, 1.5, 1.75, 2, 2.5, 3);
    fc.assert(
      fc.property(fc.integer({ min: 800, max: 7680 }), scale, (devicePixels, pixelRatio) => {
        const screenWidth = devicePixels / pixelRatio;
        const asked = { screenWidth, screenHeight: screenWidth / 2, pixelRatio };
        expect(verdict(asked)).toBe(devicePixels >= 1366 ? 'allowed' : 'small-screen');
      }),
    );
  });
});
