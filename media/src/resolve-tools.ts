import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { MediaError } from './media-error.ts';
import { runTool } from './run-tool.ts';

/** Absolute paths of the programs this package spawns. */
export type MediaTools = {
  ffmpeg: string;
  ffprobe: string;
  packager: string;
  /** Put before every program: ends it when this process dies, and forbids gaining privileges. */
  guard: readonly string[];
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
  const guard = await findGuard(env);
  await requireH264Encoder(ffmpeg, guard);
  return { ffmpeg, ffprobe, packager, guard };
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

async function findGuard(env: Environment): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  const setpriv = await findOnPath('setpriv', env);
  if (!setpriv) return [];
  const guard = [setpriv, '--pdeathsig', 'KILL', '--no-new-privs', '--'];
  // BusyBox has a setpriv without --pdeathsig, and some sandboxes forbid the call.
  return runTool({ program: setpriv, args: ['--version'], guard, timeoutMs: 10_000 }).then(
    () => guard,
    () => [],
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
