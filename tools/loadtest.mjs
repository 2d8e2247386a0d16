import process from 'node:process';
import { ensureDependencies } from './setup/dependencies.mjs';
import { runInForeground, runMain } from './setup/process.mjs';
import { inRoot } from './setup/root.mjs';
import { underPinnedNode } from './setup/runtime.mjs';

await runMain(async () => {
  await ensureDependencies('all');
  return underPinnedNode(() =>
    runInForeground(process.execPath, [inRoot('bench', 'loadtest.ts'), ...process.argv.slice(2)]),
  );
});
