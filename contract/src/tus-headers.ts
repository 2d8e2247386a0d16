/** Headers of the calls that speak tus 1.0, as its specification names them. */
const version = {
  'Tus-Resumable': { about: 'Version of the protocol, `1.0.0`.', required: true },
} as const;
const offset = {
  'Upload-Offset': { about: 'Bytes that are stored durably.', required: true },
} as const;
const expires = { 'Upload-Expires': { about: 'When the upload expires (RFC 9110 date).' } };

export const tusHeaders = {
  options: {
    answered: {
      'Tus-Version': { about: 'Versions that the server supports.' },
      'Tus-Extension': { about: 'Extensions that the server offers.' },
      'Tus-Max-Size': { about: 'Bytes that a file may have.' },
      'Tus-Checksum-Algorithm': { about: 'Algorithms of `Upload-Checksum`.' },
    },
  },
  begin: {
    asked: {
      ...version,
      'Upload-Length': { about: 'Bytes of the whole file.', required: true },
      'Upload-Metadata': {
        about:
          'Pairs of a name and its value in base64: `title`, `description`, `publish` or `videoId`; `filename`, `lastmodified` (ms since 1970).',
        required: true,
      },
    },
    answered: {
      ...version,
      ...offset,
      ...expires,
      Location: { about: 'Address of the upload; its last part is the id, also of the job.' },
    },
  },
  offset: {
    asked: version,
    answered: {
      ...version,
      ...offset,
      ...expires,
      'Upload-Length': { about: 'Bytes of the whole file.' },
    },
  },
  continue: {
    asked: {
      ...version,
      ...offset,
      'Upload-Checksum': { about: 'Of these bytes: `sha256` or `sha1`, and the digest in base64.' },
    },
    answered: { ...version, ...offset, ...expires },
  },
  cancel: { asked: version, answered: version },
} as const;
