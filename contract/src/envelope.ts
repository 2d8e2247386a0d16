import * as z from 'zod/mini';
import { errorCatalogue } from './errors.ts';

const errorCodes = namesOf(errorCatalogue);
const errorTypes = [...new Set(errorCodes.map((code) => errorCatalogue[code].type))];

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table).filter((name): name is Name => name in table);
}

/** `meta` of every answer (specification, section 3). */
export const metaSchema = z.object({
  timestamp: z.iso.datetime(),
  path: z.string(),
  correlationId: z.string(),
});

export const errorSchema = z.object({
  error: z.object({
    type: z.enum(errorTypes),
    message: z.string(),
    code: z.enum(errorCodes),
    details: z.optional(z.record(z.string(), z.unknown())),
  }),
  meta: metaSchema,
});

/** Wraps a data schema in the success envelope. */
export function createSuccessSchema<Data extends z.ZodMiniType>(data: Data) {
  return z.object({ data, meta: metaSchema });
}

export type Meta = z.infer<typeof metaSchema>;
