import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { softwareEncoder, type VideoEncoder } from './encoders.ts';
import { type Hiding, hidingScript, listHidingWords } from './hidden-files.ts';
import { listLeashWords } from './leash.ts';
import { MediaError } from './media-error.ts';
import { runTool } from './run-tool.ts';

/** Absolute paths of the programs this package spawns. */
export type MediaTools = {
  ffmpeg: string;
  ffprobe: string;
  packager: string;
  /** Put before every program: ends it when this process dies, and forbids gaining privileges. */
  guard: readonly string[];
  /** How untrusted files are read without access to others; null where the system forbids that. */
  hiding: Hiding | null;
  /** The program that limits memory, time and files; null where it is missing. */
  prlimit: string | null;
  /** Whether programs run without access to a network. */
  hasNoNetwork: boolean;
  /** Whether ffmpeg can turn HDR into ordinary pictures. */
  canMapTones: boolean;
  /** The encoder of pictures: libx264 unless `chooseEncoder` found another that works here. */
  encoder: VideoEncoder;
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds the programs: `FFMPEG_PATH` and `FFPROBE_PATH`, else `PATH`; the packager comes with the
 * `shaka-packager` dependency, whose binary is run itself because its JavaScript wrapper reports
 * success when the binary failed.
 *
 * @throws MediaError `tool_missing` naming the program and how to install it.
 */
export async function resolveTools(env: Environment): Promise<MediaTools> {
  const ffmpeg = await findProgram('ffmpeg', 'FFMPEG_PATH', env);
  const ffprobe = await findProgram('ffprobe', 'FFPROBE_PATH', env);
  const packager = await findPackager();
  const { guard, hasNoNetwork } = await findGuard(env);
  const prlimit = await findPrlimit(env);
  const { hiding, doesAll } = await findHiding(env, ffmpeg);
  if (!doesAll) await requireH264Encoder(ffmpeg, guard);
  const canMapTones = doesAll || (await hasToneFilters(ffmpeg, guard));
  const encoder = softwareEncoder;
  return { ffmpeg, ffprobe, packager, guard, hiding, prlimit, hasNoNetwork, canMapTones, encoder };
}

async function findProgram(name: string, variable: string, env: Environment): Promise<string> {
  const chosen = env[variable];
  if (chosen) {
    const path = resolve(chosen);
    if (await isExecutable(path)) return path;
    throw new MediaError('tool_missing', {
      detail: `${variable} is set to ${chosen}, which is not a program that can be run: correct it, or unset it to use ${name} from PATH.`,
    });
  }
  const found = await findOnPath(name, env);
  if (found) return found;
  throw new MediaError('tool_missing', {
    detail: `${name} was not found: install it with "apt-get install ffmpeg" (Debian, Ubuntu) or "brew install ffmpeg" (macOS), or set ${variable}.`,
  });
}

async function findOnPath(name: string, env: Environment): Promise<string | undefined> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const candidate = join(folder, name + suffix);
    if (isAbsolute(folder) && (await isExecutable(candidate))) return candidate;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function findPackager(): Promise<string> {
  const systems: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'osx', win32: 'win' };
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const file = `packager-${systems[process.platform] ?? process.platform}-${process.arch}${suffix}`;
  const manifest = locatePackage('shaka-packager/package.json');
  const path = manifest && join(dirname(manifest), 'bin', file);
  if (path && (await isExecutable(path))) return path;
  throw new MediaError('tool_missing', {
    detail: `The packager (${file}) was not found: run "npm ci" in the project's folder on Linux or macOS, x64 or arm64.`,
  });
}

function locatePackage(specifier: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(specifier);
  } catch {
    return undefined;
  }
}

type Guard = { guard: readonly string[]; hasNoNetwork: boolean };

/**
 * Finds the words that this system lets us put before a program; each part is tried, since
 * sandboxes forbid some.
 */
async function findGuard(env: Environment): Promise<Guard> {
  if (process.platform !== 'linux') return { guard: [], hasNoNetwork: false };
  const setpriv = await findOnPath('setpriv', env);
  const unshare = await findOnPath('unshare', env);
  // BusyBox has a setpriv without --pdeathsig.
  const privileges = setpriv ? listLeashWords(setpriv, '--no-new-privs') : [];
  const networks = unshare
    ? [
        [unshare, '-n', '--'],
        [unshare, '-Urn', '--'],
      ]
    : [];
  for (const network of networks) {
    const guard = [...network, ...privileges];
    if (await works(guard)) return { guard, hasNoNetwork: true };
  }
  return { guard: (await works(privileges)) ? privileges : [], hasNoNetwork: false };
}

type FoundHiding = {
  hiding: Hiding | null;
  /** Whether ffmpeg was seen to map tones and to encode H.264 there. */
  doesAll: boolean;
};

/**
 * Tries it with ffmpeg itself, which may need libraries from other folders; also without a network.
 * What else is asked of ffmpeg is tried in the same go, since it takes long to start.
 */
async function findHiding(env: Environment, ffmpeg: string): Promise<FoundHiding> {
  if (process.platform !== 'linux') return { hiding: null, doesAll: false };
  const [setpriv, unshare] = [await findOnPath('setpriv', env), await findOnPath('unshare', env)];
  if (!setpriv || !unshare) return { hiding: null, doesAll: false };
  const without = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  const give = [setpriv, '--pdeathsig', 'KILL', ...without, '--'];
  for (const namespaces of ['-nm', '-Urnm']) {
    // From the first moment on: a parent that dies while the root is built leaves no program
    // behind.
    const whileAlive = [setpriv, '--pdeathsig', 'KILL', '--'];
    const enter = [...whileAlive, unshare, namespaces, '--', '/bin/sh', '-c', hidingScript, 'sh'];
    const guard = listHidingWords({ enter, yield: give }, { reads: [ffmpeg], writes: [] });
    const runs = (args: readonly string[]) =>
      runTool({ program: ffmpeg, args, guard, timeoutMs: 20_000 }).then(
        () => true,
        () => false,
      );
    const hiding = { enter, yield: give };
    if (await runs([...toneTrial, '-c:v', 'libx264', '-f', 'null', '-'])) {
      return { hiding, doesAll: true };
    }
    if (await runs(['-version'])) return { hiding, doesAll: false };
  }
  return { hiding: null, doesAll: false };
}

async function findPrlimit(env: Environment): Promise<string | null> {
  const prlimit = process.platform === 'linux' ? await findOnPath('prlimit', env) : undefined;
  return prlimit && (await works([prlimit, '--core=0'])) ? prlimit : null;
}

/** Tells whether a harmless program runs behind these words. */
function works(guard: readonly string[]): Promise<boolean> {
  return runTool({ program: '/bin/true', args: [], guard, timeoutMs: 10_000 }).then(
    () => true,
    () => false,
  );
}

const toneFilters =
  'zscale=t=linear:npl=100,format=gbrpf32le,tonemap=hable,zscale=t=bt709,format=yuv420p';
/** Makes a small picture ordinary as if it were of HDR; without its output. */
const toneTrial = [
  ...['-v', 'error', '-f', 'lavfi', '-i', 'color=s=16x16:d=0.04'],
  '-vf',
  `setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709,${toneFilters}`,
];

async function hasToneFilters(ffmpeg: string, guard: readonly string[]): Promise<boolean> {
  return runTool({
    program: ffmpeg,
    args: [...toneTrial, '-f', 'null', '-'],
    guard,
    timeoutMs: 20_000,
  }).then(
    () => true,
    () => false,
  );
}

async function requireH264Encoder(ffmpeg: string, guard: readonly string[]): Promise<void> {
  const { stdout } = await runTool({
    program: ffmpeg,
    args: ['-v', 'error', '-h', 'encoder=libx264'],
    guard,
    timeoutMs: 20_000,
  });
  if (stdout.includes('Encoder libx264')) return;
  throw new MediaError('tool_missing', {
    detail: `${ffmpeg} was built without the H.264 encoder libx264: install a full build of ffmpeg, or set FFMPEG_PATH to one.`,
  });
}
