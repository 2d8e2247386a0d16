/**
 * Who may import whom. `tools/check-boundaries.mjs` runs it and plants one violation of every rule
 * (`tools/boundaries/planted.mjs`) to prove that each one bites.
 */

const TESTS = '\\.(test|test-suite|fixture)\\.tsx?$|/testing/';
const NPM = '(^|/)node_modules/';
const npm = (...names) => `${NPM}(${names.join('|')})/`;
const TEST_LIBRARIES = npm('vitest', 'fast-check', '@testing-library/[^/]+');
const FEATURES = '^server/src/features/';
/** Files that put features together. */
const COMPOSING =
  '^server/src/(compose|create-features|fill-ports|audit-ports|audit-facts|open-services|open-web-server|features)\\.ts$';

/** Lowest first; those of one row are peers that never import each other. */
const FEATURE_ORDER = [
  ['users'],
  ['auth'],
  ['delivery'],
  ['videos'],
  ['ingest'],
  ['drm'],
  ['playback'],
  ['alerts', 'analytics', 'audit', 'performance'],
  ['system'],
];
const ordered = FEATURE_ORDER.flat();

/** A feature imports those below it, never its peers or those above. */
const featureOrder = FEATURE_ORDER.flatMap((peers, rank) =>
  peers.map((feature) => {
    const below = FEATURE_ORDER.slice(0, rank).flat();
    return {
      name: `feature-order-${feature}`,
      comment: `${feature} may import ${below.join(', ') || 'no feature'}; upward goes by a port`,
      severity: 'error',
      from: { path: `${FEATURES}${feature}/` },
      to: { path: FEATURES, pathNot: `${FEATURES}(${[feature, ...below].join('|')})/` },
    };
  }),
);

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared',
      comment: 'hoisting hides a dependency that no package.json names',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-dependency-in-product',
      severity: 'error',
      from: { path: '^(contract|media|server|web|virtual-learners)/src/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'contract-stands-alone',
      comment: 'the contract imports its schema library and nothing else',
      severity: 'error',
      from: { path: '^contract/', pathNot: TESTS },
      to: { pathNot: `^contract/|${npm('zod')}` },
    },
    {
      name: 'contract-tests-stand-alone',
      severity: 'error',
      from: { path: `^contract/.*(${TESTS})` },
      to: { path: '^(media|server|web|virtual-learners|testkit|e2e|bench|tools)/' },
    },
    {
      name: 'media-stands-alone',
      comment: 'files in, files out: Node and its tools, no contract, database or HTTP',
      severity: 'error',
      from: { path: '^media/', pathNot: TESTS },
      to: {
        pathNot: `^media/|${npm('shaka-packager[^/]*')}`,
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'media-no-network',
      severity: 'error',
      from: { path: '^media/', pathNot: TESTS },
      to: { path: '^(node:)?(https?|http2|net|tls|dgram)$', dependencyTypes: ['core'] },
    },
    {
      name: 'media-tests-stand-alone',
      severity: 'error',
      from: { path: `^media/.*(${TESTS})` },
      to: { path: '^(contract|server|web|virtual-learners|testkit|e2e|bench|tools)/' },
    },
    {
      name: 'platform-knows-contract-only',
      severity: 'error',
      from: { path: '^server/src/platform/' },
      to: {
        path: '^(media|web|virtual-learners|testkit|e2e|bench|tools)/|^server/src/(?!platform/)',
      },
    },
    {
      name: 'server-apart',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(web|e2e|bench|tools)/' },
    },
    ...featureOrder,
    {
      name: 'feature-has-a-place',
      comment: 'a new feature gets its row in FEATURE_ORDER',
      severity: 'error',
      from: { path: FEATURES, pathNot: `${FEATURES}(${ordered.join('|')})/` },
      to: {},
    },
    {
      name: 'feature-by-its-index',
      comment: "only what another feature's index.ts exports may be used",
      severity: 'error',
      from: { path: `${FEATURES}([^/]+)/` },
      to: {
        path: FEATURES,
        pathNot: [`${FEATURES}$1/`, `${FEATURES}[^/]+/index\\.ts$`],
      },
    },
    {
      name: 'routes-apart-from-repositories',
      comment: 'a handler calls a use case; it never touches the database',
      severity: 'error',
      from: { path: `${FEATURES}.*\\.routes\\.ts$` },
      to: { path: '\\.repository\\.ts$' },
    },
    {
      name: 'rules-are-pure',
      comment: 'decisions do no I/O',
      severity: 'error',
      from: { path: `${FEATURES}.*\\.(rules|policy)\\.ts$` },
      to: {
        path: '\\.(repository|usecases|routes|adapter|task)\\.ts$|^server/src/platform/(db|jobs|http)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-compose-wires-features',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: `${FEATURES}|${COMPOSING}`,
      },
      to: { path: FEATURES },
    },
    {
      name: 'compose-by-the-index',
      severity: 'error',
      from: { path: COMPOSING },
      to: { path: FEATURES, pathNot: '/index\\.ts$' },
    },
    {
      name: 'features-do-not-compose',
      severity: 'error',
      from: { path: FEATURES, pathNot: '\\.int\\.test\\.ts$' },
      to: { path: `${COMPOSING}|^server/src/main\\.ts$` },
    },
    {
      name: 'web-knows-contract-only',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|media|virtual-learners|e2e|bench|tools)/' },
    },
    {
      name: 'web-features-apart',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-admin-pages-apart',
      severity: 'error',
      from: { path: '^web/src/features/admin/([^/]+)/' },
      to: {
        path: '^web/src/features/admin/[^/]+/',
        pathNot: '^web/src/features/admin/$1/',
      },
    },
    {
      name: 'web-features-below-app',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/(app/|main\\.tsx$)' },
    },
    {
      name: 'web-domain-below-features',
      severity: 'error',
      from: { path: '^web/src/domain/' },
      to: { path: '^web/src/(app|features)/|^web/src/main\\.tsx$' },
    },
    {
      name: 'web-shared-below-domain',
      comment: 'what speaks of users, videos or playback belongs in web/src/domain',
      severity: 'error',
      from: { path: '^web/src/shared/' },
      to: { path: '^web/src/(app|features|domain)/|^web/src/main\\.tsx$' },
    },
    {
      name: 'service-worker-apart',
      comment: 'a program of its own: with the pages it shares the rules of what is kept',
      severity: 'error',
      from: { path: '^web/src/service-worker/', pathNot: TESTS },
      to: { path: '^web/src/', pathNot: '^web/src/(service-worker|domain/video-cache)/' },
    },
    {
      name: 'web-ui-knows-no-product',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^web/src/(?!ui/)|^contract/' },
    },
    {
      name: 'shaka-in-the-player-only',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/src/features/player/' },
      to: { path: npm('shaka-player') },
    },
    {
      name: 'virtual-learners-know-contract-only',
      comment: 'they call the product from outside, as learners do',
      severity: 'error',
      from: { path: '^virtual-learners/' },
      to: { path: '^(media|server|web|testkit|e2e|bench|tools)/' },
    },
    {
      name: 'testkit-knows-contract-only',
      comment: 'it calls the product from outside, for tests of every kind',
      severity: 'error',
      from: { path: '^testkit/' },
      to: { path: '^(media|server|web|e2e|bench|tools)/' },
    },
    {
      name: 'testkit-in-tests-only',
      severity: 'error',
      from: { path: '^(contract|media|server|web|virtual-learners|tools)/', pathNot: TESTS },
      to: { path: '^testkit/' },
    },
    {
      name: 'e2e-knows-contract-only',
      comment: 'it drives the product from outside, as a user does (the testkit knows no more)',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(server|web|media|bench|tools)/' },
    },
    {
      name: 'bench-knows-contract-and-media-only',
      comment: 'a peer may be a part of the server, left without another part',
      severity: 'error',
      from: { path: '^bench/', pathNot: '^bench/peers/' },
      to: { path: '^(server|web|e2e|tools)/' },
    },
    {
      name: 'setup-before-install',
      comment: 'these run before anything is installed',
      severity: 'error',
      from: { path: '^tools/((start|test|bench)\\.mjs$|(setup|testing)/.*\\.mjs$)' },
      to: { pathNot: '^tools/(setup|testing)/.*\\.mjs$', dependencyTypesNot: ['core'] },
    },
    {
      name: 'unit-libraries-in-tests-only',
      severity: 'error',
      from: { path: '/src/', pathNot: TESTS },
      to: { path: TEST_LIBRARIES },
    },
  ],
  options: {
    doNotFollow: { path: NPM },
    exclude: { path: '^[^/]+/dist/|^\\.cache/' },
    // An import of a type alone is a dependency too.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
