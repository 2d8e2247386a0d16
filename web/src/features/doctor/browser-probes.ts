import { probeBrowser, probeScreen } from './probe-browser.ts';
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
