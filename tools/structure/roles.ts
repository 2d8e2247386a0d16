/** A lower-case name with dashes: `video-access`. */
const NAME = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';

export type Role = {
  /** The name of the file inside its feature folder. */
  readonly shape: string;
  readonly holds: string;
  readonly pattern: RegExp;
};

/** The closed vocabulary of files in `server/src/features`: one that fits no row has no place there. */
export const ROLES: readonly Role[] = [
  role('index.ts', 'what other features may use: named exports', 'index\\.ts'),
  role('ports.ts', 'what the feature asks of others; create-features.ts fills it', 'ports\\.ts'),
  role('x.deps.ts', 'what the functions of the feature are given', `${NAME}\\.deps\\.ts`),
  role('x.routes.ts', 'HTTP only', `${NAME}\\.routes\\.ts`),
  role('x.usecases.ts', 'the steps of one thing that a user does', `${NAME}\\.usecases\\.ts`),
  role('x.rules.ts', 'pure decisions', `${NAME}\\.rules\\.ts`),
  role('x.policy.ts', 'who may', `${NAME}\\.policy\\.ts`),
  role('x.repository.ts', 'the only place with SQL', `${NAME}\\.repository\\.ts`),
  role(
    'x.tables.ts',
    'what columns of its tables may hold, where SQL has no type for it',
    `${NAME}\\.tables\\.ts`,
  ),
  role('x.presenter.ts', 'the shape that leaves the server', `${NAME}\\.presenter\\.ts`),
  role(
    'x.adapter.ts',
    'a library or protocol put into our terms: hashing, cookies, signatures, limits',
    `${NAME}\\.adapter\\.ts`,
  ),
  role(
    'x.check.ts',
    'checks of the security audit that look for one kind of weakness',
    `${NAME}\\.check\\.ts`,
  ),
  role('x.errors.ts', 'how it may fail', `${NAME}\\.errors\\.ts`),
  role('x.config.ts', 'its settings with default and variable name', `${NAME}\\.config\\.ts`),
  role('x.events.ts', 'the facts that it records', `${NAME}\\.events\\.ts`),
  role('tasks/verb-noun.task.ts', 'a background job', 'tasks/[a-z]+(?:-[a-z0-9]+)+\\.task\\.ts'),
  role('x.fixture.ts', 'what the tests beside it share', `${NAME}\\.fixture\\.ts`),
  role(
    'x.test.ts, x.int.test.ts',
    'tests beside the code, with a database where `int`',
    `(?:tasks/)?${NAME}(?:\\.${NAME})*\\.test\\.ts`,
  ),
];

/** A name of several words, each with a capital: `VideoCard`. */
const COMPONENT = '[A-Z][A-Za-z0-9]*';

/**
 * The closed vocabulary of files in `web/src/features` and `web/src/domain`, at the top or in a
 * folder.
 */
export const WEB_ROLES: readonly Role[] = [
  role('Name.tsx', 'components', `${COMPONENT}\\.tsx`),
  role('Name.module.css', 'their styles', `${COMPONENT}\\.module\\.css`),
  role('use-x.ts', 'React hooks: state, and calls of the server', `use-${NAME}\\.tsx?`),
  role('x-columns.tsx', 'the columns of a table', `${NAME}-columns\\.tsx`),
  role('lazy-x.ts', 'components that are fetched when they are shown', `lazy-${NAME}\\.ts`),
  role('x.ts', 'rules, shapes and texts, without React', `${NAME}\\.ts`),
  role(
    'x.test.ts, Name.test.tsx',
    'tests beside the code',
    `(?:${NAME}|${COMPONENT})\\.test\\.tsx?`,
  ),
  role('testing/x.ts', 'what tests share', `testing/${NAME}\\.tsx?`),
];

/** Folders that belong to the feature around them and are not features. */
export const ROLE_FOLDERS: readonly string[] = ['tasks'];

function role(shape: string, holds: string, pattern: string): Role {
  return { shape, holds, pattern: new RegExp(`^${pattern}$`) };
}
