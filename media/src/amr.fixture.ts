/**
 * Half a second of a tone as phones recorded it (AMR narrow band, 4.75 kbit/s; RFC 4867, 5), made by
 * opencore-amr: ffmpeg reads such sound but does not write it.
 */
export const amrTone: Buffer = Buffer.from(
  [
    'IyFBTVIKBIA4H+/rafWOAKnGgAQdPTKm6z81U2Uq8UIEPjgypmvfRXFvE7W+BI0vMqdrjRU4YAmCiAQ+ODKne6tl',
    'VwvTtCgEjT0yZrvPFd3MzQ7QBD44MqZr20TxekT1TgSNPTJna52ln8yQwiYEPjgypnvLRWlxLk1QBI09MqZ7XwXk',
    'U7A2KgQ+ODKme8lFaW6RKkQEjT0yZ2vNRf+IRRAgBD44MpZ7y3Sbr60CiASNLzKma85lXCwDXmgEPjgyprsrtJcP',
    'E7W2BI09MmarnxW9zQ0OUAQ+ODKma9tlUyJjdVYEjT0yZ2vNldvLCNI2BD44Mqd7epUPEoTtWASNPTJme25Vu9Rz',
    'EAoEPjgypnvLdJcROotCBI09NZbrMyX9swEhOgQ+ODKWu+lU+eZSjpQEjS8ypmueZTpsDYWcBD44Mqd7yzSXCRO0',
    'tg==',
  ].join(''),
  'base64',
);
