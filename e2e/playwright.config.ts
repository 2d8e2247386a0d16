import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessShell } from './fixtures/chromium-path.ts';

const executablePath = findHeadlessShell() ?? findChromium();
const isSoak = process.env['SOAK'] === 'on';

/**
 * The pages for suggestions below the address bar, which Chromium loads for each context (0.7 s of the
 * processor), a renderer in reserve, and what Playwright leaves out itself: the last such list is the
 * only one that counts.
 */
const featuresLeftOut = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  'SpareRendererForSitePerProcess',
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
];

/** Reporters come from the command line: `npm test -- e2e` adds the JSON that it counts. */
export default defineConfig({
  testDir: './specs',
  // What is rare and takes long: `npm run test:soak`.
  ...(isSoak ? {} : { grepInvert: /@soak/ }),
  outputDir: '../.cache/e2e',
  globalSetup: './fixtures/global-setup.ts',
  // Each runs a server with a database, and what plays in it. Pages wait for much: two alone leave
  // cores idle.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Only what never comes waits so long: a busy machine takes many times what a quiet one does.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // The least that the device rule lets play is 1366 pixels.
    screen: { width: 1920, height: 1080 },
    locale: 'en-GB',
    // Requests that a service worker makes are hidden from the page's routes; service-worker.spec.ts
    // has it.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${featuresLeftOut.join(',')}`,
      ],
    },
  },
});
