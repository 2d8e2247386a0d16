import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packItems } from './publish-to-processes.ts';

it('items fit into messages that PostgreSQL takes, and none is lost', () => {
  const count = fc.tuple(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.integer({ min: 1, max: 500 }),
  );
  fc.assert(
    fc.property(fc.array(count, { maxLength: 300 }), (counts) => {
      const messages = packItems('one', counts);
      for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThan(8000);
      const unpacked = messages.flatMap((message) => JSON.parse(message).items);
      expect(unpacked).toEqual(counts);
    }),
    { numRuns: 50 },
  );
});
