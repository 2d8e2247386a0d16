import { deviceVerdict } from '../../shared/device/device-rule.ts';
import { readDevice } from '../../shared/device/read-device.ts';
import type { BrowserFacts, ScreenFacts } from './browser-rule.ts';

export function probeBrowser(): BrowserFacts {
  return {
    userAgent: navigator.userAgent,
    hasMediaSource: 'MediaSource' in window || 'ManagedMediaSource' in window,
    hasEncryptedMedia: 'requestMediaKeySystemAccess' in navigator,
    hasFullscreen: document.fullscreenEnabled || 'webkitFullscreenEnabled' in document,
  };
}

/** @param minimumPixels least width of a desktop's screen, in device pixels */
export function probeScreen(minimumPixels: number): ScreenFacts {
  const device = readDevice();
  const ratio = Math.max(1, device.pixelRatio);
  return {
    verdict: deviceVerdict(device, minimumPixels),
    width: Math.round(device.screenWidth * ratio),
    height: Math.round(device.screenHeight * ratio),
    minimumPixels,
  };
}
