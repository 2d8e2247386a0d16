import { isDeepStrictEqual } from 'node:util';
import { type Endpoint, namedSchemas } from '@prahari/contract';
import * as z from 'zod/mini';

export type JsonSchema = Readonly<Record<string, unknown>>;
type Schema = z.ZodMiniType;
type Registry = ReturnType<typeof z.registry<{ id: string }>>;

/** The schemas of one call as they stand in the document. */
export interface CallSchemas {
  readonly params: JsonSchema | undefined;
  readonly query: JsonSchema | undefined;
  /** References to components. */
  readonly body: JsonSchema | undefined;
  readonly form: JsonSchema | undefined;
  readonly data: JsonSchema | undefined;
}

const placeOf = (id: string) => `#/components/schemas/${id}`;
const refTo = (id: string): JsonSchema => ({ $ref: placeOf(id) });

/**
 * Turns the schemas of all calls into JSON Schema: those that the contract names are components by
 * that name, bodies and data of other calls by the name of the call (`AuthLoginBody`).
 */
export function describeSchemas(calls: ReadonlyMap<string, Endpoint>): {
  readonly components: Readonly<Record<string, JsonSchema>>;
  readonly of: (operationId: string) => CallSchemas;
} {
  const [asked, answered] = [namedRegistry(), namedRegistry()];
  /** Each call has its own copy, so that two calls of one schema don't share a name. */
  const add = (registry: Registry, id: string, schema: Schema): string => {
    const named = registry.get(schema)?.id;
    if (named === undefined) registry.add(z.clone(schema), { id });
    return named ?? id;
  };
  const ids = new Map(
    [...calls].map(([operationId, endpoint]) => {
      const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
      const { params, query, body, form, data } = listSchemas(endpoint);
      return [
        operationId,
        {
          params: params && add(asked, `${name}Params`, params),
          query: query && add(asked, `${name}Query`, query),
          body: body && add(asked, `${name}Body`, body),
          form: form && add(asked, `${name}Form`, form),
          data: data && add(answered, `${name}Data`, data),
        },
      ] as const;
    }),
  );
  const [askedSchemas, answeredSchemas] = [convert(asked, 'input'), convert(answered, 'output')];
  const parts = new Set([...ids.values()].flatMap(({ params, query }) => [params, query]));
  const all = [...ids.values()];
  const inCalls = reached(
    askedSchemas,
    all.flatMap(({ body, form, params, query }) => [body, form, params, query]),
  );
  const inAnswers = reached(answeredSchemas, [...all.map(({ data }) => data), 'Error', 'Meta']);
  for (const id of inCalls) {
    if (inAnswers.has(id) && !isDeepStrictEqual(askedSchemas[id], answeredSchemas[id])) {
      throw new Error(`${id} is not the same in calls and in answers: give it two names`);
    }
  }
  const components = [...pick(askedSchemas, inCalls), ...pick(answeredSchemas, inAnswers)]
    .filter(([id]) => !parts.has(id))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    components: Object.fromEntries(components),
    of(operationId) {
      const { params, query, body, form, data } = ids.get(operationId) ?? {};
      return {
        params: params === undefined ? undefined : askedSchemas[params],
        query: query === undefined ? undefined : askedSchemas[query],
        body: body === undefined ? undefined : refTo(body),
        form: form === undefined ? undefined : refTo(form),
        data: data === undefined ? undefined : refTo(data),
      };
    },
  };
}

function namedRegistry(): Registry {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(namedSchemas)) registry.add(schema, { id });
  return registry;
}

export function isSchema(kind: unknown): kind is Schema {
  return typeof kind === 'object' && kind !== null && '_zod' in kind;
}

function listSchemas({ params, query, body, data }: Endpoint) {
  const isForm = typeof body === 'object' && 'form' in body;
  const json = typeof data === 'object' && 'raw' in data ? data.raw : data;
  return {
    params,
    query,
    body: isSchema(body) ? body : undefined,
    form: isForm ? body.form : undefined,
    data: isSchema(json) ? json : undefined,
  };
}

function convert(registry: Registry, io: 'input' | 'output'): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: placeOf,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, id: _, ...schema }]) => [id, schema]),
  );
}

/**
 * Takes out what says nothing to a caller, or would forbid answers to gain a field. A default becomes
 * words: generators make what has one compulsory.
 */
function simplify(schema: Record<string, unknown>): void {
  if ('default' in schema) {
    schema['description'] = `Default: \`${JSON.stringify(schema['default'])}\`.`;
    delete schema['default'];
  }
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  if (schema['format'] === 'uuid' || schema['format'] === 'date-time') delete schema['pattern'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
}

/** Returns those that some of the roots lead to, and the roots. */
function reached(
  schemas: Readonly<Record<string, JsonSchema>>,
  roots: readonly (string | undefined)[],
): Set<string> {
  const found = new Set<string>();
  const waiting = roots.filter((id) => id !== undefined);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const text = JSON.stringify(schemas[id] ?? {});
    for (const [, next = id] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      waiting.push(next);
    }
  }
  return found;
}

function pick(schemas: Readonly<Record<string, JsonSchema>>, ids: ReadonlySet<string>) {
  return Object.entries(schemas).filter(([id]) => ids.has(id));
}
