/**
 * Patterns of browsers, the first match wins: those that also name others, for compatibility, come
 * first (Edge says Chrome, Chrome says Safari).
 */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bUC ?Browser\//, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

/** Patterns of systems, likewise: Android names Linux too, televisions name it or nothing else. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bTizen\b/, 'Samsung TV'],
  [/\bWeb0S\b|\bwebOS\b/, 'LG TV'],
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const unknown = 'Unknown device';

/** Names browser and system, from closed lists, for reports. */
export function classifyUserAgent(userAgent: string): { browser: string; system: string } {
  return {
    browser: browsers.find(([sign]) => sign.test(userAgent))?.[1] ?? '',
    system: systems.find(([sign]) => sign.test(userAgent))?.[1] ?? '',
  };
}

/** Describes browser and system in words, 'Chrome on Windows'; other programs by their own name. */
export function describeUserAgent(userAgent: string): string {
  const { browser, system } = classifyUserAgent(userAgent);
  if (browser && system) return `${browser} on ${system}`;
  // RFC 9110, section 10.1.5: the first product is the most significant.
  const product = /^(?!Mozilla\b)([\w.-]{1,40})(?:\/|$)/.exec(userAgent)?.[1];
  return browser || system || product || unknown;
}
