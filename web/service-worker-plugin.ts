import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

interface WorkerOptions {
  /** The file of the service worker. */
  readonly entry: string;
  readonly target: string;
  /** Recognises modules whose chunks the app needs to start, beside its first ones. */
  readonly first: RegExp;
  /** Recognises modules that no learner opens. */
  readonly leftOut: RegExp;
  /** Called with the finished worker. */
  readonly finish: (file: string) => Promise<void>;
}

/**
 * Builds the service worker as `sw.js`, with the list of the files that it keeps: by what chunks
 * import, so that a new page is in it without a word.
 */
export function serviceWorker(options: WorkerOptions): Plugin {
  let bundle: Rolldown.OutputBundle = {};
  let outDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle({ dir = '' }, written) {
      outDir = dir;
      bundle = written;
    },
    async closeBundle() {
      if (!Object.values(bundle).some(isEntry)) return;
      const shell = await listShell(bundle, outDir, options);
      await build({
        configFile: false,
        logLevel: 'warn',
        define: { __APP_SHELL__: JSON.stringify(shell) },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: options.target,
          rolldownOptions: {
            input: { sw: options.entry },
            output: { format: 'iife', entryFileNames: '[name].js' },
          },
        },
      });
      await options.finish(path.join(outDir, 'sw.js'));
    },
  };
}

type Chunk = Rolldown.OutputChunk;

const publicFile = /^(?!sw\.js$).*\.(?:js|svg|webmanifest)$/;
/** Letters that neither language has. */
const rareFont = /latin-ext-[\w-]*\.woff2$/;
/** Where it is missing, the device has letters of its own. */
const laterFont = /(?<!noto-sans-latin-wght-normal-[\w-]*)\.woff2$/;

const isEntry = (file: Rolldown.OutputAsset | Chunk) => file.type === 'chunk' && file.isEntry;

async function listShell(
  bundle: Rolldown.OutputBundle,
  outDir: string,
  { first, leftOut }: Pick<WorkerOptions, 'first' | 'leftOut'>,
) {
  const chunks = new Map<string, Chunk>();
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk') chunks.set(file.fileName, file);
  }
  const wanted = (pattern: RegExp) => (chunk: Chunk) =>
    chunk.moduleIds.some((id) => pattern.test(id));
  const entries = [...chunks.values()].filter((chunk) => chunk.isEntry);
  const isFirst = wanted(first);
  const firstNames = reach(chunks, entries, (chunk) => isFirst(chunk));
  const allNames = reach(chunks, entries, (chunk) => !wanted(leftOut)(chunk));
  const publicFiles = (await readdir(outDir)).filter((name) => publicFile.test(name));
  const firstFiles = [...filesOf(chunks, firstNames), ...publicFiles].filter(
    (name) => !laterFont.test(name),
  );
  const known = new Set(firstFiles);
  const rest = filesOf(chunks, allNames).filter((name) => !known.has(name));
  const page = await readFile(path.join(outDir, 'index.html'));
  const version = createHash('sha256')
    .update(page)
    .update(JSON.stringify([firstFiles, rest]));
  const asPaths = (names: readonly string[]) => names.map((name) => `/${name}`).sort();
  return {
    version: version.digest('hex').slice(0, 16),
    first: asPaths(firstFiles),
    rest: asPaths(rest),
  };
}

/** Follows static imports always, dynamic ones to chunks that `isWanted`. */
function reach(
  chunks: ReadonlyMap<string, Chunk>,
  from: readonly Chunk[],
  isWanted: (chunk: Chunk) => boolean,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...from];
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (reached.has(chunk.fileName)) continue;
    reached.add(chunk.fileName);
    for (const name of chunk.imports) waiting.push(...[chunks.get(name) ?? []].flat());
    for (const name of chunk.dynamicImports) {
      const next = chunks.get(name);
      if (next && isWanted(next)) waiting.push(next);
    }
  }
  return reached;
}

/** The chunks with their styles, and the fonts and pictures of those. */
function filesOf(chunks: ReadonlyMap<string, Chunk>, names: ReadonlySet<string>): string[] {
  const files = new Set<string>();
  for (const name of names) {
    files.add(name);
    const metadata = chunks.get(name)?.viteMetadata;
    for (const file of metadata?.importedCss ?? []) files.add(file);
    for (const file of metadata?.importedAssets ?? []) files.add(file);
  }
  return [...files].filter((name) => !rareFont.test(name));
}
