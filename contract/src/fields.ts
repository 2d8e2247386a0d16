import * as z from 'zod/mini';
import { limits } from './limits.ts';

/** Building blocks that several endpoints share. */
/** PostgreSQL keeps no NUL in text, and none is typed on purpose. */
export const noNul = z.refine<string>((text) => !text.includes('\0'));
/** Makes it lower case, as ids are stored and compared; callers may write both (RFC 9562, section 4). */
export const idSchema = z.uuid().check(z.toLowerCase());
export const instantSchema = z.iso.datetime();
/** A language as browsers know it (RFC 5646), without extensions: `hi`, `pt-BR`, `sr-Latn`. */
export const languageTagSchema = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/));
export const contactNumberSchema = z.string().check(z.trim(), z.minLength(4), z.maxLength(32));
export const countryCodeSchema = z._default(
  z.string().check(z.regex(/^\+[1-9]\d{0,3}$/)),
  limits.defaultCountryCode,
);
/** At most 64 and 254 characters (RFC 5321, section 4.5.3.1); only the domain is without case. */
export const emailSchema = z.string().check(
  z.trim(),
  z.maxLength(254),
  z.regex(/^[^@]{1,64}@/),
  z.email(),
  z.overwrite((text) => text.replace(/@.*$/, (domain) => domain.toLowerCase())),
);
/** Longer than any password that people type, short enough to be hashed without harm. */
export const passwordSchema = z.string().check(z.minLength(1), z.maxLength(256));

/** Makes the schema of a whole number in a query, with bounds and a default. */
export function wholeNumber(bounds: { min: number; max: number; fallback: number }) {
  return z._default(
    z.coerce.number<number>().check(z.int(), z.gte(bounds.min), z.lte(bounds.max)),
    bounds.fallback,
  );
}

/** How far the reader's clock is ahead of UTC: days of a chart begin where its reader lives. */
export const utcOffsetMinutes = wholeNumber({ min: -840, max: 840, fallback: 0 });

export const pageQuery = {
  page: wholeNumber({ min: 1, max: 10_000, fallback: 1 }),
  limit: wholeNumber({ min: 1, max: 100, fallback: limits.defaultPageSize }),
  search: z.optional(z.string().check(z.trim(), z.maxLength(200), noNul)),
} as const;

/** A text filter: matches part of the value, ignoring case. An empty one filters nothing. */
export const textFilter = z.optional(z.string().check(z.trim(), z.maxLength(100), noNul));

/** Makes the schema of one or several of some values in a query: `status=invited&status=blocked`. */
export function anyOf<const Values extends readonly string[]>(values: Values) {
  const one = z.enum(values);
  return z.optional(
    z.union([
      z.array(one).check(z.minLength(1), z.maxLength(values.length)),
      z.pipe(
        one,
        z.transform((value: z.output<typeof one>) => [value]),
      ),
    ]),
  );
}

/** Makes the schema of a number in a query, in digits: an empty text is no zero. */
export function amount({ digits, decimals = 0 }: { digits: number; decimals?: number }) {
  const fraction = decimals > 0 ? `(?:\\.\\d{1,${decimals}})?` : '';
  return z.optional(
    z.pipe(
      z.string().check(z.regex(new RegExp(`^\\d{1,${digits}}${fraction}$`))),
      z.transform((text: string) => Number(text)),
    ),
  );
}

/** Makes the schema of one page of a list, with the count of the whole list. */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    items: z.array(item),
    page: z.int(),
    limit: z.int(),
    total: z.int(),
  });
}
