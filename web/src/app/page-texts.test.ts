import { describe, expect, test } from 'vitest';
import { LEANS_ON, type TextPart } from '../shared/i18n/text-parts.ts';
import type { Texts } from '../shared/i18n/texts.ts';

/**
 * The texts that are loaded when a separately fetched part is shown: always those of the first
 * page.
 */
const FETCHED_WITH: readonly (readonly [RegExp, ...TextPart[]])[] = [
  [/^features\/library\//],
  [/^features\/downloads\/|^domain\/offline\/DownloadControl\.tsx$/, 'offline', 'account'],
  [/^features\/player\/offline\//, 'offline', 'player'],
  [/^domain\/offline\/\w+\.tsx$|^app\/SignOutDialog\.tsx$/, 'offline'],
  [/^app\/ControlShell\.tsx$/, 'navigation'],
  [/^app\/(SignInRoute|ThemeMenu|UserMenuPanel|Feedback)\.tsx$/],
  [/^features\/doctor\/|^app\/DoctorRoute\.tsx$/, 'doctor'],
  [
    /^features\/player\/((extras|notes|transcript|up-next)\/|(BesideVideo|NoSuchVideo)\.tsx$)/,
    'lesson',
  ],
  [/^features\/player\/offline\//, 'offline'],
  [/^features\/downloads\/|^domain\/offline\//, 'offline'],
  [/^features\/player\//, 'player'],
  [/^features\/admin\/security-audit\//, 'admin', 'security-checks'],
  [/^app\/AdminPages\.tsx$/],
  [/^features\/admin\/|^app\/NoAccessPage\.tsx$/, 'admin'],
  [/^features\/(profile|sign-in)\/|^app\/(Activate|ForgotPassword)Route\.tsx$/, 'account'],
  [
    /^app\/(NotFoundPage|InsecureOriginPage|UncaughtPanel|IssueAlert|NeedsConnection)\.tsx$/,
    'account',
  ],
  [/^shared\/errors\/FeedbackButton\.tsx$/, 'account'],
  [/^domain\/failed-attempts\/FailedAttemptsNotice\.tsx$/, 'account'],
];

const modules = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.*', '!../app/gallery/**'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);
const sources = new Map(
  Object.entries(modules).map(([path, text]) => [resolve('app/page-texts.test.ts', path), text]),
);
const catalogues = import.meta.glob<Texts>('../shared/i18n/en/*.po', {
  import: 'texts',
  eager: true,
});
const everyArea: Texts = Object.assign({}, ...Object.values(catalogues));
const textsOf = (part: TextPart | 'first') => catalogues[`../shared/i18n/en/${part}.po`] ?? {};

function resolve(from: string, to: string): string {
  return new URL(to, `file:///${from}`).pathname.slice(1);
}

/** The parts that are fetched apart, and where the page begins. */
const parts = new Set(['app/main.tsx']);
for (const [path, text] of sources) {
  for (const [, to = ''] of text.matchAll(/\bimport\('(\.[^']+\.tsx)'\)/gu)) {
    parts.add(resolve(path, to));
  }
}

/** A module with all that comes with it. */
function together(part: string): Set<string> {
  const found = new Set<string>();
  const open = [part];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path) || path.startsWith('shared/i18n/')) continue;
    found.add(path);
    const text = sources.get(path) ?? '';
    for (const [, typeOnly, to = ''] of text.matchAll(
      /^(?:import|export)( type)? [^;]*?from '(\.[^']+)';|^import '(\.[^']+\.ts)'/gmu,
    )) {
      if (!typeOnly && sources.has(resolve(path, to))) open.push(resolve(path, to));
    }
  }
  return found;
}

/** Areas whose texts a module asks for; other words with a dot in them are not keys. */
function areasOf(path: string): Set<string> {
  // It knows the errors of all pages, and asks whether their texts are there.
  if (path === 'shared/api/user-text.ts') return new Set();
  const areas = new Set<string>();
  for (const [, area = '', name = '', more] of (sources.get(path) ?? '').matchAll(
    /['`](\w+)\.(\w*)(\$\{)?/gu,
  )) {
    const isKey = Object.keys(everyArea[area] ?? {}).some((key) =>
      more ? key.startsWith(name) : key === name,
    );
    if (isKey) areas.add(area);
  }
  return areas;
}

function areasThere(part: string): Set<string> {
  const [, ...own] = FETCHED_WITH.find(([pattern]) => pattern.test(part)) ?? [];
  const fetchedWith = own.flatMap((each) => [each, ...LEANS_ON[each]]);
  return new Set(
    (['first', ...fetchedWith] as const).flatMap((each) => Object.keys(textsOf(each))),
  );
}

describe('a separately fetched part', () => {
  test('is looked at', () => {
    expect(parts.size).toBeGreaterThan(20);
    expect(areasOf('features/admin/videos/VideosPage.tsx')).toContain('videos');
  });

  test.each([...parts])('%s comes with its texts', (part) => {
    const isKnown = FETCHED_WITH.some(([pattern]) => pattern.test(part));
    expect(isKnown || part === 'app/main.tsx').toBe(true);
    const there = areasThere(part);
    const missing = [...together(part)].flatMap((path) =>
      [...areasOf(path)].filter((area) => !there.has(area)).map((area) => `${area} in ${path}`),
    );
    expect(missing).toEqual([]);
  });
});
