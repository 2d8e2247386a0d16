import process from 'node:process';
import { ensureDependencies } from './setup/dependencies.mjs';
import { runMain, SetupError } from './setup/process.mjs';
import { underPinnedNode } from './setup/runtime.mjs';
import {
  ensureBrowsers,
  ensureFfmpeg,
  ensureNginx,
  ensureObjectServer,
  ensurePooler,
  ensureValkey,
  installMissing,
} from './setup/system-tools.mjs';
import { ensureWebApp } from './setup/web-app.mjs';
import { bundleServer } from './testing/bundle-server.mjs';
import { planChanged } from './testing/changed.mjs';
import { addCounts, succeeded, summaryLine } from './testing/counts.mjs';
import {
  beginChecks,
  defaultPartNames,
  partNames,
  runPart,
  soakPartNames,
} from './testing/parts.mjs';

/**
 * What the parts need of the system.
 * @type {Record<string, readonly import('./setup/system-tools.mjs').SystemTool[]>}
 */
const toolsOf = {
  unit: ['ffmpeg'],
  int: ['ffmpeg', 'nginx', 'objectServer', 'valkey', 'pooler', 'hosts'],
  e2e: ['ffmpeg', 'headlessShell'],
  soak: ['ffmpeg', 'nginx', 'objectServer', 'valkey', 'pooler'],
  'soak-int': ['ffmpeg', 'nginx', 'objectServer', 'valkey', 'pooler', 'hosts'],
  'soak-pooled-int': ['ffmpeg', 'nginx', 'objectServer', 'valkey', 'pooler', 'hosts'],
  'soak-e2e': ['ffmpeg', 'headlessShell'],
};

/** Parts whose tests start servers as processes. */
const startsServers = new Set(['int', 'e2e', 'soak-int', 'soak-pooled-int', 'soak-e2e']);

await runMain(async () => {
  await ensureDependencies('all');
  return underPinnedNode(runTests);
});

/**
 * Runs every part, the one that is named, or (`changed`) what a change touches, and continues after
 * a failure to report them all.
 */
async function runTests() {
  const [chosen, ...rest] = process.argv.slice(2);
  if (chosen !== undefined && chosen !== 'changed' && !partNames.includes(chosen)) {
    const names = [...partNames, 'changed'].join(', ');
    throw new SetupError(`There is no part '${chosen}': choose one of ${names}.`);
  }
  const isChanged = chosen === 'changed';
  const isWholeSoak = chosen === 'soak' && rest.length === 0;
  const whole = isWholeSoak ? soakPartNames : defaultPartNames;
  const named = chosen === undefined || isWholeSoak ? whole : [chosen];
  const planned = isChanged ? planChanged() : named.map((name) => ({ name, args: rest }));
  let total = { passed: 0, failed: 0, skipped: 0 };
  const unwell = [];
  /** @type {string[]} */
  const failures = [];
  let interrupted = false;
  // The part that runs gets the signal too; none after it shall begin.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (interrupted = true));
  // While the checks have the processor.
  const tools = installMissing(planned.flatMap(({ name }) => toolsOf[name] ?? []));
  tools.catch(() => {});
  const checks = beginChecks(planned.length > 1 ? planned.map(({ name }) => name) : []);
  for (const { name, args } of planned) {
    if (interrupted) throw new SetupError('Interrupted.');
    process.stdout.write(`\n── ${name}\n`);
    const begun = await checks.get(name);
    if (begun) process.stdout.write(`${begun.output}\n`);
    const counts = begun ?? (await runPrepared(name, tools, () => runPart(name, args)));
    // A change may touch no unit test.
    if (isChanged ? counts.failed > 0 : !succeeded(counts)) unwell.push(name);
    total = addCounts(total, counts);
    failures.push(...counts.failures);
  }
  for (const failure of failures) process.stdout.write(`\n✗ ${failure}`);
  process.stdout.write(unwell.length === 0 ? '\n' : `\nNot well: ${unwell.join(', ')}\n`);
  process.stdout.write(`${summaryLine(total)}\n`);
  return succeeded(total) ? 0 : 1;
}

/**
 * A tool that can't be had fails the part that needs it, not the whole run.
 * @template {import('./testing/parts.mjs').Outcome} O
 * @param {string} name
 * @param {Promise<void>} tools which are being installed
 * @param {() => Promise<O>} run
 */
async function runPrepared(name, tools, run) {
  // It rejects after a signal alone.
  await tools;
  try {
    const needed = toolsOf[name] ?? [];
    if (needed.includes('ffmpeg')) await ensureFfmpeg();
    if (needed.includes('nginx')) await ensureNginx();
    if (needed.includes('objectServer')) await ensureObjectServer();
    if (needed.includes('valkey')) await ensureValkey();
    if (needed.includes('pooler')) await ensurePooler();
    if (needed.includes('headlessShell')) {
      await ensureBrowsers();
      await ensureWebApp();
    }
    if (startsServers.has(name)) process.env['SERVER_BUNDLES'] = await bundleServer();
    return await run();
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${output}\n`);
    return { passed: 0, failed: 1, skipped: 0, failures: [], output };
  }
}
