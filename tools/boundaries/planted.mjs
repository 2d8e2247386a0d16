/**
 * One forbidden import for every rule: the file that breaks it and what it imports.
 * @type {Readonly<Record<string, readonly [file: string, specifier: string]>>}
 */
export const plantedViolations = {
  'no-circular': ['media/src/circle-back.ts', './circle.ts'],
  resolvable: ['media/src/lost.ts', './nowhere.ts'],
  declared: ['server/src/platform/undeclared.ts', 'acorn'],
  'no-dev-dependency-in-product': ['server/src/platform/dev.ts', 'fast-check'],
  'contract-stands-alone': ['contract/src/alone.ts', 'node:fs'],
  'contract-tests-stand-alone': ['contract/src/alone.test.ts', '../../media/src/index.ts'],
  'media-stands-alone': ['media/src/alone.ts', '../../contract/src/index.ts'],
  'media-no-network': ['media/src/network.ts', 'node:http'],
  'media-tests-stand-alone': ['media/src/alone.test.ts', '../../contract/src/index.ts'],
  'platform-knows-contract-only': ['server/src/platform/up.ts', '../compose.ts'],
  'server-apart': ['server/src/main.ts', '../../web/src/main.tsx'],
  'feature-order-users': ['server/src/features/users/up.rules.ts', '../auth/index.ts'],
  'feature-order-auth': ['server/src/features/auth/up.rules.ts', '../videos/index.ts'],
  'feature-order-delivery': ['server/src/features/delivery/up.rules.ts', '../videos/index.ts'],
  'feature-order-videos': ['server/src/features/videos/up.rules.ts', '../ingest/index.ts'],
  'feature-order-ingest': ['server/src/features/ingest/up.rules.ts', '../drm/index.ts'],
  'feature-order-drm': ['server/src/features/drm/up.rules.ts', '../playback/index.ts'],
  'feature-order-playback': ['server/src/features/playback/up.rules.ts', '../alerts/index.ts'],
  'feature-order-alerts': ['server/src/features/alerts/up.rules.ts', '../audit/index.ts'],
  'feature-order-analytics': ['server/src/features/analytics/up.rules.ts', '../alerts/index.ts'],
  'feature-order-audit': ['server/src/features/audit/up.rules.ts', '../performance/index.ts'],
  'feature-order-performance': [
    'server/src/features/performance/up.rules.ts',
    '../system/index.ts',
  ],
  'feature-order-system': ['server/src/features/system/up.rules.ts', '../billing/index.ts'],
  'feature-has-a-place': ['server/src/features/billing/index.ts', '../users/index.ts'],
  'feature-by-its-index': ['server/src/features/auth/in.rules.ts', '../users/users.repository.ts'],
  'routes-apart-from-repositories': [
    'server/src/features/users/users.routes.ts',
    './users.repository.ts',
  ],
  'rules-are-pure': ['server/src/features/users/pure.rules.ts', './users.repository.ts'],
  'only-compose-wires-features': ['server/src/start.ts', './features/users/index.ts'],
  'compose-by-the-index': ['server/src/compose.ts', './features/users/users.repository.ts'],
  'features-do-not-compose': ['server/src/features/system/wire.usecases.ts', '../../compose.ts'],
  'web-knows-contract-only': ['web/src/app/server.ts', '../../../server/src/compose.ts'],
  'web-features-apart': ['web/src/features/library/apart.ts', '../player/player.tsx'],
  'web-admin-pages-apart': ['web/src/features/admin/users/apart.ts', '../audit/audit-page.tsx'],
  'web-features-below-app': ['web/src/features/library/up.ts', '../../app/router.tsx'],
  'web-domain-below-features': ['web/src/domain/up.ts', '../features/player/player.tsx'],
  'web-shared-below-domain': ['web/src/shared/up.ts', '../domain/watched.ts'],
  'service-worker-apart': ['web/src/service-worker/up.ts', '../shared/api.ts'],
  'web-ui-knows-no-product': ['web/src/ui/button.tsx', '../shared/api.ts'],
  'shaka-in-the-player-only': ['web/src/features/library/shaka.ts', 'shaka-player'],
  'virtual-learners-know-contract-only': [
    'virtual-learners/src/inside.ts',
    '../../server/src/compose.ts',
  ],
  'testkit-knows-contract-only': ['testkit/src/inside.ts', '../../server/src/compose.ts'],
  'testkit-in-tests-only': ['server/src/instance.ts', '../../testkit/src/index.ts'],
  'e2e-knows-contract-only': ['e2e/specs/inside.spec.ts', '../../server/src/compose.ts'],
  'bench-knows-contract-and-media-only': ['bench/inside.ts', '../server/src/compose.ts'],
  'setup-before-install': ['tools/setup/early.mjs', 'zod'],
  'unit-libraries-in-tests-only': ['web/src/ui/tested.ts', 'vitest'],
};

/**
 * Files that the planted files import, existing but empty; and imports that every rule must allow.
 */
export const innocentFiles = /** @type {Readonly<Record<string, string>>} */ ({
  'media/src/circle.ts': "import './circle-back.ts';\n",
  'media/src/index.ts': "import 'node:fs';\n",
  'contract/src/index.ts': "import 'zod/mini';\n",
  'server/src/features/users/index.ts': "import './users.repository.ts';\n",
  'server/src/features/users/users.repository.ts':
    "import '../../platform/db/database.ts';\nimport '../../../../contract/src/index.ts';\n",
  'server/src/platform/db/database.ts': "import 'kysely';\n",
  'server/src/features/system/index.ts': "import '../alerts/index.ts';\n",
  'server/src/features/videos/delivery/paths.rules.ts': '',
  'server/src/features/videos/upload/upload.rules.ts': "import '../delivery/paths.rules.ts';\n",
  ...Object.fromEntries(
    [
      'auth',
      'delivery',
      'videos',
      'ingest',
      'drm',
      'playback',
      'alerts',
      'audit',
      'performance',
    ].map((feature) => [
      `server/src/features/${feature}/index.ts`,
      "import '../users/index.ts';\n",
    ]),
  ),
  'virtual-learners/src/index.ts': "import '../../contract/src/index.ts';\n",
  'testkit/src/index.ts': "import '../../virtual-learners/src/index.ts';\n",
  'server/src/testing/test-client.ts': "import '../../../testkit/src/index.ts';\n",
  'e2e/specs/outside.spec.ts': "import '../../testkit/src/index.ts';\n",
  'web/src/main.tsx': "import './app/router.tsx';\n",
  'web/src/app/router.tsx': "import '../features/player/player.tsx';\n",
  'web/src/features/player/player.tsx':
    "import 'shaka-player';\nimport '../../domain/watched.ts';\n",
  'web/src/features/admin/audit/audit-page.tsx': '',
  'web/src/domain/watched.ts': "import '../shared/api.ts';\n",
  'web/src/shared/api.ts': "import '../../../contract/src/index.ts';\n",
});
