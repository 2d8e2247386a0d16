import { parseArgs } from 'node:util';
import type { Settings } from './platform/config/setting.ts';
import { StartError } from './platform/errors/app-error.ts';
// Read by tools/start.mjs, too, before anything is installed.
import docs from './start-options.json' with { type: 'json' };

const optionLines = Object.entries(docs).map(([name, doc]) => `  --${name.padEnd(20)} ${doc}`);
const usage = ['Usage: npm start [-- options]', ...optionLines].join('\n');

const flag = { type: 'boolean', default: false } as const;
const options = {
  demo: flag,
  'new-admin-password': flag,
  migrate: flag,
  'move-to': { type: 'string' },
  version: flag,
  help: flag,
} as const satisfies Record<keyof typeof docs, typeof flag | { type: 'string' }>;

/** The options of `npm start` beside the settings. */
export interface Flags {
  readonly demo: boolean;
  readonly newAdminPassword: boolean;
  readonly migrate: boolean;
  /** The address of the database that takes the place of the embedded one. */
  readonly moveTo: string | undefined;
  readonly version: boolean;
  readonly help: boolean;
}

/**
 * Reads the options after `npm start --`; without the dashes npm takes them for its own
 * configuration and passes them on in the environment.
 * @throws StartError for anything that is not an option
 */
export function readFlags(args: readonly string[], environment: NodeJS.ProcessEnv): Flags {
  const { values } = parse(args);
  const takenByNpm = (name: string) =>
    environment['npm_lifecycle_event'] === 'start' && environment[`npm_config_${name}`] === 'true';
  return {
    demo: values.demo || takenByNpm('demo'),
    newAdminPassword: values['new-admin-password'] || takenByNpm('new_admin_password'),
    migrate: values.migrate || takenByNpm('migrate'),
    moveTo: values['move-to'],
    version: values.version,
    help: values.help,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options });
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code))) {
      const [sentence = ''] = error.message.split('. ');
      throw new StartError(`${sentence}.\n${usage}`);
    }
    throw error;
  }
}

/** Formats the answer to `--help`: options, and every setting with its default. */
export function formatHelp(settings: Settings): string {
  const entries = Object.values(settings).map(
    ({ variable, doc, defaultText }) => `  ${variable} (${defaultText})\n      ${doc}`,
  );
  const list = `Settings, from the environment, with their defaults:\n${entries.join('\n')}`;
  return `${usage}\n\n${list.replaceAll('`', '')}`;
}
