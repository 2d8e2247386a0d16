import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findProblems } from './rules.ts';

const index = { path: 'server/src/features/users/index.ts', text: '' };
const findWith = (path: string, text = '') => findProblems([index, { path, text }]);

describe('findProblems', () => {
  it.each([
    'server/src/features/users/ports.ts',
    'server/src/features/users/users.deps.ts',
    'server/src/features/users/users.routes.ts',
    'server/src/features/users/users.tables.ts',
    'server/src/features/users/activation-code.rules.ts',
    'server/src/features/users/password-hash.adapter.ts',
    'server/src/features/users/activation-code.rules.test.ts',
    'server/src/features/users/users.repository.int.test.ts',
    'server/src/features/users/tasks/expire-codes.task.ts',
    'server/src/features/users/tasks/expire-codes.task.test.ts',
    'server/src/features/users/activation/activation-code.rules.ts',
    'server/src/features/users/activation/tasks/expire-codes.task.ts',
    'server/src/platform/db/migrations/0001_users.sql',
    'web/src/main.tsx',
    'web/src/features/library/LibraryPage.tsx',
    'web/src/features/library/LibraryPage.module.css',
    'web/src/features/library/LibraryPage.test.tsx',
    'web/src/features/library/use-library.ts',
    'web/src/features/library/library-view.ts',
    'web/src/features/library/library-view.test.ts',
    'web/src/features/player/lazy-in-player.ts',
    'web/src/features/player/testing/a-stream.ts',
    'web/src/features/admin/users/user-columns.tsx',
    'web/src/domain/query-keys.ts',
    'web/src/domain/watching/watched-share.ts',
    'web/src/ui/tokens.css',
    'tools/start.mjs',
  ])('accepts %s', (path) => {
    expect(findWith(path)).toEqual([]);
  });

  it.each([
    ['server/src/features/users/service.ts', /no role/],
    ['server/src/features/users/Users.routes.ts', /no role/],
    ['server/src/features/users/tasks/expire.task.ts', /no role/],
    ['server/src/features/users/on/user-created.send-code.ts', /no role/],
    ['server/src/features/loose.rules.ts', /outside every feature/],
    ['server/src/features/videos/catalogue/catalogue.rules.ts', /videos: a feature needs/],
    ['server/src/features/users/schema.sql', /only the platform/],
    ['server/src/features/users/migrations/users.repository.ts', /only the platform/],
    ['web/src/pages/home.tsx', /holds only/],
    ['web/src/app.tsx', /holds only/],
    ['web/src/features/library/library-page.tsx', /no role/],
    ['web/src/features/library/libraryView.ts', /no role/],
    ['web/src/features/library/library.service.ts', /no role/],
    ['web/src/domain/watching/watched_share.ts', /no role/],
    ['web/src/ui/index.ts', /barrel/],
    ['web/src/shared/utils.ts', /'utils' says nothing/],
    ['media/src/helpers/probe.ts', /'helpers' says nothing/],
    ['contract/src/user.types.ts', /'types' says nothing/],
  ])('reports %s', (path, problem) => {
    expect(findWith(path).join('\n')).toMatch(problem);
  });

  it.each([
    "import { sql } from 'kysely';",
    "import type { Selectable } from 'kysely';",
    "import { Migrator } from 'kysely/migration';",
    'import pg from "pg";',
    'const rows = await sql<Row>`select 1`.execute(db);',
  ])('finds the SQL in %j outside a repository', (text) => {
    const useCase = 'server/src/features/users/users.usecases.ts';
    expect(findWith(useCase, text).join()).toMatch(/speaks SQL/);
    expect(findWith('server/src/compose.ts', text).join()).toMatch(/speaks SQL/);
    expect(findWith('server/src/features/users/users.repository.ts', text)).toEqual([]);
    expect(findWith('server/src/platform/db/database.ts', text)).toEqual([]);
  });

  it('distinguishes packages whose names begin the same', () => {
    const useCase = 'server/src/features/users/users.usecases.ts';
    expect(findWith(useCase, "import x from 'pg-boss';\nimport y from './pg';")).toEqual([]);
  });

  it.each([
    ['an object', 'const x = { ..', '.{ a, b }, c };', 1],
    ['an attribute', '<Row ..', '.{ [name]: 1 } />', 0],
    ['what has a name', 'const x = { ..', '.rest, c };', 0],
  ])('sees a literal that is spread into %s', (_, before, after, count) => {
    expect(findWith('web/src/app/x.tsx', `${before}${after}`)).toHaveLength(count);
  });

  it.each([
    ["import { useState } from 'react';", 1],
    ["import {\n  memo,\n} from 'react';", 1],
    ['export function useLibrary() {}', 1],
    ["import type { ReactNode } from 'react';", 0],
    ["import { useFacts } from './use-facts.ts';", 0],
  ])('knows whether a plain module of the web has React in it: %j', (text, count) => {
    expect(findWith('web/src/features/library/library-view.ts', text)).toHaveLength(count);
    expect(findWith('web/src/features/library/use-library.ts', text)).toEqual([]);
  });

  it('lets no file grow past 400 lines', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 800 }), (lines) => {
        const problems = findWith('media/src/probe.ts', 'x\n'.repeat(lines));
        expect(problems.length).toBe(lines > 400 ? 1 : 0);
      }),
    );
  });

  it.each([
    ['a gap', ['0001_users', '0003_videos'], /0003_videos.sql: is migration 2/],
    ['a number used twice', ['0001_users', '0001_videos'], /0001_videos.sql: is migration 2/],
    ['a name of another form', ['0001-users'], /0001-users.sql: is migration 1/],
  ])('reports %s among the migrations', (_, names, problem) => {
    const files = names.map((name) => ({
      path: `server/src/platform/db/migrations/${name}.sql`,
      text: '',
    }));
    expect(findProblems(files).join()).toMatch(problem);
  });

  it('reports a migration that breaks the version before, of those after the first release', () => {
    const text = 'DROP TABLE plays;';
    const at = (number: string) => `server/src/platform/db/migrations/${number}_plays.sql`;
    expect(findWith(at('0032'), text).join()).not.toMatch(/contract/);
    expect(findWith(at('0033'), text).join()).toMatch(/drops what it may use: expand now/);
  });

  describe('the platform', () => {
    const migrations = [
      {
        path: 'server/src/platform/db/migrations/0001_platform.sql',
        text: 'CREATE TABLE events (id uuid);\nCREATE TABLE events_default PARTITION OF events DEFAULT;',
      },
      {
        path: 'server/src/platform/db/migrations/0002_playback.sql',
        text: '-- One a play.\nCREATE TABLE plays (id uuid);\nCREATE UNLOGGED TABLE play_counts (id uuid);',
      },
    ];
    const findIn = (text: string, path = 'server/src/platform/db/x.ts') =>
      findProblems([...migrations, index, { path, text }]);

    it.each([
      "db.deleteFrom('plays')",
      "db.selectFrom('plays as past')",
      "row.where('play_counts.at', '<', now)",
      "type Row = Tables['play_counts'];",
      'sql`DELETE FROM plays WHERE id = 1`',
      'sql`\n  UPDATE\n  play_counts SET points = 1`',
    ])('names no table of a feature: %s', (text) => {
      expect(findIn(text).join()).toMatch(/x\.ts: names (plays|play_counts), which is a feature's/);
      expect(findIn(text, 'server/src/features/users/plays.repository.ts')).toEqual([]);
      expect(findIn(text, 'server/src/platform/db/x.test.ts')).toEqual([]);
    });

    it.each([
      "db.insertInto('events')",
      'sql`DELETE FROM events_default`',
      '// Removes plays from the table of plays.',
      "log.info('two plays')",
    ])('may say: %s', (text) => {
      expect(findIn(text)).toEqual([]);
    });
  });

  describe('small files', () => {
    const small = { path: 'media/src/gain.ts', text: 'export const gain = 1;\n' };
    const user = (text: string, path = 'media/src/sound.ts') => ({ path, text });
    const imports = "import { gain } from './gain.ts';\nconst sound = gain;\n";
    const joined = /is small and only media\/src\/sound.ts uses it/;

    it('join the only file that uses them', () => {
      expect(findProblems([small, user(imports)]).join()).toMatch(joined);
      const longest = { ...small, text: '\n'.repeat(39) };
      expect(findProblems([longest, user(imports)]).join()).toMatch(joined);
      const longer = { ...small, text: '\n'.repeat(40) };
      expect(findProblems([longer, user(imports)])).toEqual([]);
    });

    it.each([
      ['others use them too', [user(imports), user(imports, 'media/src/picture.ts')]],
      ['a test beside them does', [user(imports), user(imports, 'media/src/gain.test.ts')]],
      [
        'they lie in another folder',
        [user("import '../src/gain.ts';\nconst x = 1;", 'media/rig/sound.ts')],
      ],
      ['they are loaded when needed', [user("const load = () => import('./gain.ts');")]],
      ['what names them only lists exports', [user("export { gain } from './gain.ts';")]],
      ['nothing names them', []],
    ])('stay where %s', (_, others) => {
      expect(findProblems([small, ...others])).toEqual([]);
    });

    it.each([
      ['server/src/features/users/limit.rules.ts', ''],
      ['server/src/features/users/tasks/drop-codes.task.ts', ''],
      ['web/src/ui/Chip.tsx', "import styles from './Chip.module.css';"],
    ])('stay for a role or styles of their own: %s', (path, text) => {
      const folder = path.replace(/[^/]+$/, '');
      const imports = `import './${path.slice(folder.length)}';\nconst x = 1;`;
      const by = user(imports, `${folder}drop-all.task.ts`);
      expect(findProblems([index, { path, text }, by]).join()).not.toMatch(/is small/);
    });

    it('stay with a reason, which goes with its file', () => {
      const apart = new Map([[small.path, 'on purpose']]);
      expect(findProblems([small, user(imports)], apart)).toEqual([]);
      expect(findProblems([user('const x = 1;')], apart).join()).toMatch(/needs no line in APART/);
    });
  });
});
