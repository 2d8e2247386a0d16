import { isIP } from 'node:net';
import type { ConfigNumber } from '@prahari/contract';
import * as z from 'zod/mini';
import { isLocalHost } from './local-host.ts';

/** One setting: its variable, meaning, schema and default, in one place. */
export interface Setting<Value> {
  readonly variable: string;
  readonly doc: string;
  /** Reads the text of the variable; undefined when it is not set. */
  readonly schema: z.ZodMiniType<Value, string | undefined>;
  /** The default as shown in the README. */
  readonly defaultText: string;
  /** Its value may contain a password, and is never part of a message. */
  readonly isSecret?: boolean;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;
export type ValuesOf<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer Value> ? Value : never;
};

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Reads settings from the environment; an empty variable counts as not set.
 * @throws ConfigurationError with one sentence that names the variable
 */
export function readSettings<S extends Settings>(
  settings: S,
  environment: NodeJS.ProcessEnv,
): ValuesOf<S> {
  const entries = Object.entries(settings).map(([name, definition]) => {
    const text = environment[definition.variable] || undefined;
    const parsed = z.safeParse(definition.schema, text);
    if (!parsed.success) {
      const why = parsed.error.issues[0]?.message ?? 'not understood';
      throw new ConfigurationError(
        `${definition.variable} is set to ${definition.isSecret ? 'what' : `'${text ?? ''}', which`} does not fit: ${why}. It means: ${definition.doc}`,
      );
    }
    return [name, parsed.data];
  });
  return Object.fromEntries(entries);
}

/** Defines a setting of text with a default. */
export function defineTextSetting(
  variable: string,
  doc: string,
  fallback: string,
): Setting<string> {
  return { variable, doc, defaultText: fallback, schema: z._default(z.string(), fallback) };
}

/** Defines a setting that may be left out. */
export function defineOptionalTextSetting(
  variable: string,
  doc: string,
  defaultText = '–',
): Setting<string | undefined> {
  return { variable, doc, defaultText, schema: z.optional(z.string()) };
}

/** Defines a setting for the address of a PostgreSQL, which holds a password. */
export function definePostgresSetting(
  variable: string,
  doc: string,
  defaultText: string,
): Setting<string | undefined> {
  const error = 'an address such as postgresql://user:password@host/database is needed';
  const schema = z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//, error)));
  return { variable, doc, defaultText, schema, isSecret: true };
}

/** Defines a setting for the address of a Valkey or Redis, which may hold a password. */
export function defineValkeySetting(variable: string, doc: string): Setting<string | undefined> {
  const error = 'an address such as redis://user:password@host:6379/0 is needed (rediss: with TLS)';
  const schema = z.optional(
    z.string().check(z.regex(/^(redis|rediss|valkey|valkeys):\/\//, error)),
  );
  return { variable, doc, defaultText: '–', schema, isSecret: true };
}

/** Defines a setting for an origin that browsers use: scheme, host and port only. */
export function defineOriginSetting(
  variable: string,
  doc: string,
  defaultText: string,
): Setting<string | undefined> {
  const isOrigin = (text: string) =>
    /^https?:\/\/[^/]/.test(text) && URL.canParse(text) && new URL(text).pathname === '/';
  const error = 'an address such as https://learn.example.org is needed, without a path';
  const schema = z.optional(z.string().check(z.refine<string>(isOrigin, error)));
  return { variable, doc, defaultText, schema };
}

/**
 * Defines a setting for the address of a service that this server asks: by HTTPS, unless it is on
 * this machine.
 */
export function defineServiceAddressSetting(
  variable: string,
  doc: string,
  defaultText: string,
): Setting<string | undefined> {
  const isSafe = (text: string) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname, username, password, search, hash } = new URL(text);
    const isSecure = protocol === 'https:' || (protocol === 'http:' && isLocalHost(hostname));
    return isSecure && `${username}${password}${search}${hash}` === '';
  };
  const error = 'an https address is needed, without password and query';
  const schema = z.optional(z.string().check(z.refine<string>(isSafe, error)));
  return { variable, doc, defaultText, schema };
}

/**
 * Defines a setting for the one address of another site to which pages send something. It becomes
 * part of their policy, where a slash at its end would allow all that lies below it.
 */
export function definePageTargetSetting(
  variable: string,
  doc: string,
): Setting<string | undefined> {
  const isPlain = (text: string) => /^https?:\/\/[\w.[\]:-]+(?:\/[\w.~%-]+)+$/.test(text);
  const isSafe = (text: string) =>
    isPlain(text) &&
    URL.canParse(text) &&
    (text.startsWith('https:') || isLocalHost(new URL(text).hostname));
  const error =
    'an https address with a path is needed, without password, query and a slash at its end';
  const schema = z.optional(z.string().check(z.refine<string>(isSafe, error)));
  return { variable, doc, defaultText: '–', schema };
}

/** Defines a setting of IP addresses or networks, separated by commas. */
export function defineAddressesSetting(variable: string, doc: string): Setting<string[]> {
  const isAddress = (text: string) => {
    const [address = '', bits, ...more] = text.split('/');
    const most = isIP(address) === 4 ? 32 : 128;
    // A network of all addresses would trust every caller.
    const isMask = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most);
    return isIP(address) !== 0 && isMask && more.length === 0;
  };
  const schema = z.pipe(
    z._default(z.string(), ''),
    z.pipe(
      z.transform((text: string) =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
      z.array(z.string().check(z.refine<string>(isAddress, 'IP addresses or networks are needed'))),
    ),
  );
  return { variable, doc, defaultText: 'none', schema };
}

/** Defines a setting for a whole number with bounds. */
export function defineNumberSetting(
  variable: string,
  doc: string,
  bounds: { fallback: number; min: number; max: number },
): Setting<number> {
  const number = z.pipe(
    z._default(
      z.string().check(z.regex(/^\d+$/, 'a whole number is needed')),
      `${bounds.fallback}`,
    ),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z
        .number()
        .check(
          z.gte(bounds.min, `it must be ${bounds.min} or more`),
          z.lte(bounds.max, `it must be ${bounds.max} or less`),
        ),
    ),
  );
  return { variable, doc, defaultText: `${bounds.fallback}`, schema: number };
}

/** Defines a setting that is the first value of a number in the system configuration. */
export function defineFirstValueSetting(
  variable: string,
  doc: string,
  { first, min, max }: ConfigNumber,
): Setting<number> {
  const whole = `${doc} Holds until the system configuration says otherwise.`;
  return defineNumberSetting(variable, whole, { fallback: first, min, max });
}

/** Defines a setting for one of a closed list of words. */
export function defineChoiceSetting<const Choice extends string>(
  variable: string,
  doc: string,
  choices: readonly [Choice, ...Choice[]],
): Setting<Choice> {
  const [fallback] = choices;
  const schema = z.pipe(
    z._default(z.string(), fallback),
    z.enum(choices, { error: `choose one of ${choices.join(', ')}` }),
  );
  return { variable, doc, defaultText: fallback, schema };
}

/** Writes the rows of the README's configuration table. */
export function formatSettingsTable(settings: readonly Setting<unknown>[]): string {
  const rows = settings.map(
    ({ variable, defaultText, doc }) => `| \`${variable}\` | ${defaultText} | ${doc} |`,
  );
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
