import { type DeviceVerdict, judgeDevice, type MachineFacts } from '@prahari/contract';

/** What a browser says about the machine that it runs on: claims, like all headers. */
export interface DeviceClaims {
  readonly userAgent: string;
  /** `Sec-CH-UA-Mobile` (User-Agent Client Hints): `?1` on phones. */
  readonly mobileHint: string | undefined;
  /** `Sec-CH-UA-Platform`, in quotes: `"Android"`. */
  readonly platformHint: string | undefined;
}

export type DeviceKind = 'tv' | 'desktop' | 'phone' | 'tablet';

/** Specification, section 5, and the names that its televisions really use. */
const tvSigns =
  /android ?tv|smart-?tv|\btizen\b|web0s|webos|google ?tv|hbbtv|\broku\b|chromecast|\bcrkey\b|\baft[a-z]{1,4}\d*\b|bravia|apple ?tv|netcast|viera/i;
/** Telephones that share a system with televisions. */
const notTv = /\b(?:tizen|webos|hpwos)\b.*\b(?:mobile|pre|pixi|touchpad)\b/i;
const phoneSigns =
  /iphone|ipod|windows phone|\bphone\b|\bmobile\b|mobi(?:le)?\/|opera m(?:ob|in)i/i;
/** `Tablet PC` is a part of old Windows on desktops. */
const tabletSigns = /ipad|kindle|silk\/|playbook|touchpad|tablet(?! ?pc)/i;

/**
 * Detects the kind of device: televisions and desktops may play. Android that is neither a television
 * nor says `Mobile` is a tablet. With 'desktop site' its user agent pretends otherwise, but not its
 * platform hint. iPadOS calls itself a Mac and sends no hints: only the browser can notice its touch
 * screen.
 */
export function detectDeviceKind({
  userAgent,
  mobileHint,
  platformHint,
}: DeviceClaims): DeviceKind {
  if (tvSigns.test(userAgent) && !notTv.test(userAgent)) return 'tv';
  if (tabletSigns.test(userAgent)) return 'tablet';
  if (mobileHint === '?1' || phoneSigns.test(userAgent)) return 'phone';
  const platform = platformHint?.replaceAll('"', '').toLowerCase();
  if (platform === 'ios') return 'phone';
  return platform === 'android' || /\bandroid\b/i.test(userAgent) ? 'tablet' : 'desktop';
}

/** Phones and tablets never play. */
export function mayPlay(kind: DeviceKind): kind is 'tv' | 'desktop' {
  return kind === 'tv' || kind === 'desktop';
}

/**
 * Judges by the device rule (specification, section 5) whether videos would play on a device, by
 * its headers, and of desktops by what their page says beside them, where it says anything.
 */
export function judgeDeviceKind(
  { kind, userAgent }: { readonly kind: DeviceKind; readonly userAgent: string },
  machine: MachineFacts | undefined,
  minimumScreenPixels: number,
): DeviceVerdict {
  if (!mayPlay(kind)) return 'mobile';
  if (kind === 'tv' || machine === undefined) return 'allowed';
  return judgeDevice({ ...machine, userAgent }, minimumScreenPixels);
}
