import { deviceVerdict } from '../../shared/device/device-rule.ts';
import { readDevice } from '../../shared/device/read-device.ts';
import type { BrowserFacts, ScreenFacts } from './browser-rule.ts';
import { probeCodecs, probeKeySystems } from './probe-media.ts';
import { askServer, measureLine } from './probe-server.ts';
import { probeStorage } from './probe-storage.ts';
import type { Probes } from './run-checks.ts';

/** What this browser and its line say. */
export const browserProbes: Probes = {
  browser: probeBrowser,
  screen: probeScreen,
  codecs: probeCodecs,
  keySystems: probeKeySystems,
  storage: probeStorage,
  server: askServer,
  line: measureLine,
};

function probeBrowser(): BrowserFacts {
  return {
    userAgent: navigator.userAgent,
    hasMediaSource: 'MediaSource' in window || 'ManagedMediaSource' in window,
    hasEncryptedMedia: 'requestMediaKeySystemAccess' in navigator,
    hasFullscreen: document.fullscreenEnabled || 'webkitFullscreenEnabled' in document,
  };
}

/** @param minimumPixels least width of a desktop's screen, in device pixels */
function probeScreen(minimumPixels: number): ScreenFacts {
  const device = readDevice();
  const ratio = Math.max(1, device.pixelRatio);
  return {
    verdict: deviceVerdict(device, minimumPixels),
    width: Math.round(device.screenWidth * ratio),
    height: Math.round(device.screenHeight * ratio),
    minimumPixels,
  };
}
