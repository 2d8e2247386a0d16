/** Written into the worker by the build (`service-worker-plugin.ts`). */
declare const __APP_SHELL__: {
  readonly version: string;
  /** Paths of what the app needs to start, and of the rest that learners may open. */
  readonly first: readonly string[];
  readonly rest: readonly string[];
};

declare const self: ServiceWorkerGlobalScope;

const appShell = __APP_SHELL__;
const shellPrefix = 'prahari-shell-';
const shellName = shellPrefix + appShell.version;
const pagePath = '/';
/** Longer than a page of a slow line takes to begin; then the kept one is better than none. */
const patienceMs = 4000;
const files = new Set([...appShell.first, ...appShell.rest]);
/** What is the server's own: not pages of the app. */
const notPages = /^\/(?:api|media|metrics|health|version)(?:\/|$)/;

export async function keepFirst(): Promise<void> {
  const shell = await caches.open(shellName);
  const page = await fetch(pagePath, { credentials: 'omit', cache: 'no-store' });
  if (!page.ok) throw new Error(`the page answered ${page.status}`);
  await shell.put(pagePath, await withoutNonce(page));
  await keepMissing(shell, appShell.first);
}

/** Keeps all that learners may open. What is in the browser's own cache costs no line. */
export async function keepRest(): Promise<void> {
  await keepMissing(await caches.open(shellName), appShell.rest);
}

async function keepMissing(shell: Cache, paths: readonly string[]): Promise<void> {
  const kept = new Set((await shell.keys()).map(({ url }) => new URL(url).pathname));
  await shell.addAll(paths.filter((path) => !kept.has(path)));
}

/** Nothing that proves anything is kept; the server gives a new one with its first answer. */
async function withoutNonce(page: Response): Promise<Response> {
  const text = await page.text();
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(text.replace(/(<meta name="dpop-nonce" content=")[^"]*/, '$1'), { headers });
}

export async function dropOldShells(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(shellPrefix) && name !== shellName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Answers for pages and for files of this build. @returns whether it does */
export function answerShell(event: FetchEvent): boolean {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return false;
  if (request.mode === 'navigate') {
    if (notPages.test(pathname)) return false;
    event.respondWith(answerPage(event));
    return true;
  }
  if (!files.has(pathname)) return false;
  event.respondWith(findKept(pathname).then((kept) => kept ?? fetch(request)));
  return true;
}

async function findKept(path: string): Promise<Response | undefined> {
  const shell = await caches.open(shellName);
  return shell.match(path);
}

/** The server's page, so that an update shows at once; the kept one where none comes. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const fetched = fetchPage(event);
  const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), patienceMs));
  const first = await Promise.race([fetched.catch(() => 'lost' as const), late]);
  if (first instanceof Response && first.status < 500) return first;
  return (await findKept(pagePath)) ?? fetched;
}

async function fetchPage({ preloadResponse, request }: FetchEvent): Promise<Response> {
  const preloaded: unknown = await preloadResponse;
  return preloaded instanceof Response ? preloaded : fetch(request);
}
