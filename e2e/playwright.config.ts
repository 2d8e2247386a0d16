import { defineConfig } from '@playwright/test';
import { chromiumPath } from './fixtures/chromium-path.ts';

const executablePath = chromiumPath();

/** Reporters come from the command line: `npm test -- e2e` adds the JSON that it counts. */
export default defineConfig({
  testDir: './specs',
  outputDir: '../.cache/e2e',
  // Each runs a server with a database, and what plays in it: two fill two cores.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // The least that the device rule lets play is 1366 pixels.
    screen: { width: 1920, height: 1080 },
    locale: 'en-GB',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
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
      ],
    },
  },
});
