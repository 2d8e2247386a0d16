import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import * as endpoints from './endpoints.ts';

type Schema = z.core.$ZodType;

/** A schema that takes an id, and its place in a call. */
type Place = readonly [name: string, schema: Schema];

/** Lists every place of a schema that takes a UUID. @throws Error for a kind that it can't look into */
function idsIn(schema: Schema, name: string): Place[] {
  const inside = ({ _zod: { def } }: z.core.$ZodTypes): Place[] => {
    switch (def.type) {
      case 'string':
        return 'format' in def && def.format === 'uuid' ? [[name, schema]] : [];
      case 'object':
        return Object.entries(def.shape).flatMap(([key, value]) => idsIn(value, `${name}.${key}`));
      case 'array':
        return idsIn(def.element, `${name}[]`);
      case 'union':
        return def.options.flatMap((option, at) => idsIn(option, `${name}|${at}`));
      case 'record':
        return [...idsIn(def.keyType, `${name}{key}`), ...idsIn(def.valueType, `${name}{}`)];
      case 'pipe':
        // Data that is sent to the server.
        return idsIn(def.in, name);
      case 'optional':
      case 'nullable':
      case 'default':
        return idsIn(def.innerType, name);
      case 'null':
      case 'number':
      case 'boolean':
      case 'enum':
      case 'literal':
        return [];
      default:
        throw new Error(`${name}: ids can't be looked for in '${def.type}'`);
    }
  };
  return inside(schema as z.core.$ZodTypes);
}

const isSchema = (part: Endpoint['body']) => typeof part === 'object' && '_zod' in part;

const calls = Object.entries(endpoints).flatMap(([area, table]) =>
  Object.entries<Endpoint>(table).map(([name, endpoint]) => [`${area}.${name}`, endpoint] as const),
);
const places = calls.flatMap(([call, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    isSchema(schema) ? idsIn(schema as Schema, `${call} ${part}`) : [],
  ),
);

/** The name of a key at a licence service, which is sent on as it was given. */
const notOurs = /\.communicationKeyId$/;

it('finds the ids of paths, queries, bodies and batches', () => {
  const names = places.map(([name]) => name);
  expect(names).toContain('users.block params.id');
  expect(names).toContain('videos.manifestDash query.playbackSession');
  expect(names).toContain('drm.generateToken body.videoId');
  expect(names).toContain('security.reportIncidents body.incidents[].playbackSessionId');
});

it('reads every id of every call alike in both cases', () => {
  const ours = places.filter(([name]) => !notOurs.test(name));
  fc.assert(
    fc.property(
      fc.constantFrom(...ours),
      fc.uuid(),
      fc.infiniteStream(fc.boolean()),
      (...given) => {
        const [[name, schema], id, capitals] = given;
        const typed = [...id]
          .map((one) => (capitals.next().value ? one.toUpperCase() : one))
          .join('');
        expect([name, z.parse(schema, typed)]).toEqual([name, id]);
      },
    ),
    { numRuns: 20 * ours.length },
  );
});

it('accepts no malformed id', () => {
  for (const [, schema] of places) expect(z.safeParse(schema, 'me').success).toBe(false);
});
