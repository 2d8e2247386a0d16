import process from 'node:process';
import { ensureDependencies } from './setup/dependencies.mjs';
import { runInForeground, runMain } from './setup/process.mjs';
import { inRoot } from './setup/root.mjs';
import { underPinnedNode } from './setup/runtime.mjs';
import { ensureChromium, ensureFfmpeg } from './setup/system-tools.mjs';
import { ensureWebApp } from './setup/web-app.mjs';

await runMain(async () => {
  await ensureDependencies('all');
  return underPinnedNode(async () => {
    await ensureFfmpeg();
    await ensureChromium();
    await ensureWebApp();
    const args = [inRoot('bench', 'main.ts'), ...process.argv.slice(2)];
    return runInForeground(process.execPath, args);
  });
});
