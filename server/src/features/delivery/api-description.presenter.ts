import {
  listHeaderRefs,
  listRefusalRefs,
  parameterComponents,
} from '../../platform/http/openapi/shared.ts';

const parameters = [
  {
    name: 'signedPath',
    in: 'path',
    required: true,
    description: 'Signs what lies below it for one playback session, until it expires.',
    schema: { type: 'string' },
  },
  {
    name: 'file',
    in: 'path',
    required: true,
    description: 'Name of a file, in most cases below that of its rendition (`v720/12.m4s`).',
    schema: { type: 'string' },
  },
  ...Object.keys(parameterComponents)
    .filter((name) => name === 'CorrelationId')
    .map((name) => ({ $ref: `#/components/parameters/${name}` })),
];

const types = [
  'video/iso.segment',
  'video/mp4',
  'image/jpeg',
  'text/vtt',
  'application/vnd.apple.mpegurl',
];
const content = Object.fromEntries(
  types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
);
const etag = { description: 'Names this version of the file.', schema: { type: 'string' } };
const contentRange = {
  description: 'The part of the file that is sent.',
  schema: { type: 'string' },
};

/**
 * Describes the addresses below signed paths, which manifests and answers contain ready to fetch.
 * They are not calls of the contract: players and media elements send no tokens or proofs there.
 */
export function describeMedia() {
  const about = (operationId: string, summary: string) => ({
    operationId,
    summary,
    description:
      'The address is taken complete from a manifest or an answer. Supports ranges and conditions.',
    tags: ['Media'],
    security: [{ mediaCookie: [] }],
  });
  const headers = { ...listHeaderRefs({}), ETag: etag };
  const refusals = listRefusalRefs([400, 403, 404, 416, 500, 503]);
  return {
    '/media/{signedPath}/{file}': {
      servers: [{ url: '/' }],
      parameters,
      get: {
        ...about('mediaGet', 'A segment, picture, caption or playlist below a signed path'),
        responses: {
          200: { description: 'The file.', headers, content },
          206: {
            description: 'A part of the file.',
            headers: { ...headers, 'Content-Range': contentRange },
            content,
          },
          304: { description: 'The version that the caller has.', headers },
          ...refusals,
        },
      },
      head: {
        ...about('mediaHead', 'The headers of a file below a signed path'),
        responses: { 200: { description: 'Its headers.', headers }, ...refusals },
      },
    },
  };
}
