/** Headers of requests that came from outside, or through a proxy. */
export const foreignFacts: readonly Readonly<Record<string, string>>[] = [
  { 'x-forwarded-for': '127.0.0.1' },
  { forwarded: 'for=127.0.0.1' },
  { 'x-real-ip': '127.0.0.1', via: '1.1 proxy' },
  { host: 'audit.invalid' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://audit.invalid' },
  { authorization: 'Bearer audit', 'x-forwarded-for': '10.0.0.1' },
];
