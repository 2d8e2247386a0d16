import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Measurement, NotPossible, type Rig } from './measurement.ts';
import { alertLists } from './measurements/alert-lists.ts';
import { alerts } from './measurements/alerts.ts';
import { audit } from './measurements/audit.ts';
import { dashboards } from './measurements/dashboards.ts';
import { evening } from './measurements/evening.ts';
import { firstFrame } from './measurements/first-frame.ts';
import { heartbeats } from './measurements/heartbeats.ts';
import { jsonCall } from './measurements/json-call.ts';
import { latency } from './measurements/latency.ts';
import { lectureParts } from './measurements/lecture-parts.ts';
import { licence } from './measurements/licence.ts';
import { licenceLatency } from './measurements/licence-latency.ts';
import { lighthouseMarks } from './measurements/lighthouse.ts';
import { load } from './measurements/load.ts';
import { longPlay } from './measurements/long-play.ts';
import { marks } from './measurements/marks.ts';
import { observing } from './measurements/observing.ts';
import { offline } from './measurements/offline.ts';
import { openAhead } from './measurements/open-ahead.ts';
import { playable } from './measurements/playable.ts';
import { playbackCpu } from './measurements/playback-cpu.ts';
import { processing } from './measurements/processing.ts';
import { profile } from './measurements/profile.ts';
import { proofs } from './measurements/proofs.ts';
import { responsiveness } from './measurements/responsiveness.ts';
import { rollingRestart } from './measurements/rolling-restart.ts';
import { rollingUpgrade } from './measurements/rolling-upgrade.ts';
import { rollups } from './measurements/rollups.ts';
import { scriptSize } from './measurements/script-size.ts';
import { segmentLengths } from './measurements/segment-lengths.ts';
import { segments } from './measurements/segments.ts';
import { segmentsBesideProcessing } from './measurements/segments-beside-processing.ts';
import { segmentsByNginx } from './measurements/segments-by-nginx.ts';
import { signIn } from './measurements/sign-in.ts';
import { sizing } from './measurements/sizing.ts';
import { start } from './measurements/start.ts';
import { upload } from './measurements/upload.ts';
import { userImport } from './measurements/user-import.ts';
import { userList } from './measurements/user-list.ts';
import { formatTable, type Outcome, toJson } from './report.ts';
import { makeClip } from './rig/clip.ts';
import { stopAllStarted } from './rig/process.ts';
import { openSite, type Site } from './rig/site.ts';

const measurements = [
  start,
  sizing,
  processing,
  lectureParts,
  playable,
  jsonCall,
  signIn,
  profile,
  licence,
  licenceLatency,
  segmentLengths,
  segments,
  segmentsBesideProcessing,
  segmentsByNginx,
  latency,
  load,
  firstFrame,
  openAhead,
  playbackCpu,
  offline,
  longPlay,
  marks,
  scriptSize,
  lighthouseMarks,
  responsiveness,
  userList,
  userImport,
  alerts,
  alertLists,
  heartbeats,
  rollups,
  dashboards,
  observing,
  proofs,
  rollingRestart,
  rollingUpgrade,
  evening,
  audit,
  upload,
];
const usage = `Usage: npm run bench [-- --cpu-prof] [-- name…]
  names: ${measurements.map(({ name }) => name).join(' ')}
  --play-seconds=600  how long the measurement long-play plays
  --rows=1000000  stored for the measurements rollups (the whole day has 10000000) and dashboards
  --reports=20000000  of ninety days, summed up for the measurement dashboards; the goal is 100000000
  --cpu-prof   also writes a CPU profile of the server to .cache/bench`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'cpu-prof': { type: 'boolean', default: false },
      rows: { type: 'string', default: '1000000' },
      reports: { type: 'string', default: '20000000' },
      'play-seconds': { type: 'string', default: '600' },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.filter((name) => !measurements.some((known) => known.name === name));
  if (values.help || unknown.length > 0) {
    process.stdout.write(`${usage}\n`);
    process.exitCode = unknown.length > 0 ? 2 : 0;
    return;
  }
  const resultDir = path.resolve(import.meta.dirname, '..', '.cache', 'bench');
  await mkdir(resultDir, { recursive: true });
  const chosen = measurements.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  const [loadBefore = 0] = os.loadavg();
  const outcomes = await runAll(chosen, {
    profileDir: values['cpu-prof'] ? resultDir : undefined,
    rows: Math.max(100_000, Number(values.rows) || 1_000_000),
    reports: Math.max(1_000_000, Number(values.reports) || 20_000_000),
    playSeconds: Math.max(1, Number(values['play-seconds']) || 600),
  });
  process.stdout.write(`\n${formatTable(outcomes)}\n`);
  const cores = os.availableParallelism();
  if (loadBefore > cores) {
    // Ratios to a peer tolerate it; limits in seconds and wall times of single rounds do not.
    const load = loadBefore.toFixed(1);
    process.stdout.write(
      `\nOther work was running (load ${load} on ${cores} cores): mistrust seconds.\n`,
    );
  }
  const time = new Date().toISOString();
  const file = path.join(resultDir, `${time.replaceAll(':', '-')}.json`);
  const machine = { cpu: os.cpus()[0]?.model, cores, node: process.version };
  const result = { time, machine, loadBefore, rows: outcomes.map(toJson) };
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(`\n${path.relative(process.cwd(), file)}\n`);
}

async function runAll(
  chosen: readonly Measurement[],
  how: Pick<Rig, 'profileDir' | 'playSeconds' | 'rows' | 'reports'>,
): Promise<Outcome[]> {
  const scratchDir = await mkdtemp(path.join(os.tmpdir(), 'prahari-bench-'));
  // Others may pass, as in an ordinary data folder: PostgreSQL and nginx change their user under root.
  await chmod(scratchDir, 0o711);
  let site: Promise<Site> | undefined;
  const rig: Rig = {
    scratchDir,
    ...how,
    site() {
      site ??= rig.ownSite({ name: 'site', makeVideo: makeClip });
      return site;
    },
    ownSite: (plan) => openSite(scratchDir, { ...plan, profileDir: how.profileDir }),
  };
  const cleanUp = async () => {
    await stopAllStarted();
    await rm(scratchDir, { recursive: true, force: true });
  };
  const stopOnSignal = () => void cleanUp().finally(() => process.exit(130));
  process.on('SIGINT', stopOnSignal);
  process.on('SIGTERM', stopOnSignal);
  const outcomes: Outcome[] = [];
  try {
    for (const measurement of chosen) outcomes.push(...(await attempt(measurement, rig)));
  } finally {
    await cleanUp();
  }
  return outcomes;
}

/** A measurement that fails has a row too: one missing from the table would look like none. */
async function attempt(measurement: Measurement, rig: Rig): Promise<Outcome[]> {
  const { name } = measurement;
  const begun = performance.now();
  process.stderr.write(`${name} …`);
  try {
    return await measurement.run(rig);
  } catch (error) {
    if (error instanceof NotPossible) return [{ name, why: error.message }];
    process.exitCode = 1;
    process.stderr.write(`\n${error instanceof Error ? error.stack : String(error)}\n`);
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : undefined;
    return [{ name, why: `it failed: ${why ?? String(error)}` }];
  } finally {
    process.stderr.write(` ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
  }
}

await main();
