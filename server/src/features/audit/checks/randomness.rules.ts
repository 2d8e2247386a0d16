/** At least 128 bits (ASVS 5.0, 7.2.3). */
const leastBytes = 16;
/** Further from the mean than this many deviations chance does not lead. */
const mostDeviations = 6;

interface JudgedFact {
  readonly looked: string;
  readonly expected: string;
  readonly observed: string;
  readonly isAsExpected: boolean;
}

/**
 * Judges secrets, as base64url, by their length, whether one comes twice, and how often each bit
 * and each byte occurs. It finds gross faults; it proves no randomness.
 */
export function judgeSecrets(secrets: readonly string[]): JudgedFact[] {
  const all = secrets.map((secret) => Buffer.from(secret, 'base64url'));
  const shortest = Math.min(...all.map(({ length }) => length));
  const different = new Set(secrets).size;
  const bytes = Buffer.concat(all);
  const bitDeviations = computeBitDeviations(bytes);
  const byteDeviations = computeByteDeviations(bytes);
  const within = `within ${mostDeviations} deviations`;
  return [
    {
      looked: 'The shortest secret',
      expected: `at least ${leastBytes} bytes`,
      observed: `${shortest} bytes`,
      isAsExpected: shortest >= leastBytes,
    },
    {
      looked: `${secrets.length} secrets`,
      expected: 'no two of them the same',
      observed: `${different} different ones`,
      isAsExpected: different === secrets.length,
    },
    {
      looked: 'How many bits are set',
      expected: within,
      observed: `${bitDeviations.toFixed(1)} deviations from one half`,
      isAsExpected: bitDeviations <= mostDeviations,
    },
    {
      looked: 'How often each byte occurs (χ²)',
      expected: within,
      observed: `${byteDeviations.toFixed(1)} deviations from the mean`,
      isAsExpected: byteDeviations <= mostDeviations,
    },
  ];
}

function computeBitDeviations(bytes: Uint8Array): number {
  let set = 0;
  for (const byte of bytes) for (let bit = 1; bit < 256; bit *= 2) set += byte & bit ? 1 : 0;
  const bits = bytes.length * 8;
  return Math.abs(set - bits / 2) / Math.sqrt(bits / 4);
}

/** χ² of 255 degrees of freedom has the mean 255 and the deviation √510. */
function computeByteDeviations(bytes: Uint8Array): number {
  const counts = new Array<number>(256).fill(0);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  const usual = bytes.length / 256;
  const chiSquare = counts.reduce((sum, count) => sum + (count - usual) ** 2 / usual, 0);
  return Math.abs(chiSquare - 255) / Math.sqrt(510);
}
