import { hash } from 'node:crypto';
import type { ProofOfWork, WorkOrder } from '@prahari/contract';

/**
 * Does the ordered work like a client, written by hand so that the server's own hash does not judge
 * itself.
 */
export function doWork({ challenge, parts, bits }: WorkOrder): ProofOfWork {
  const bytes = Buffer.alloc(40);
  hash('sha256', challenge, 'buffer').copy(bytes);
  const isFound = (part: number, number: number) => {
    bytes.writeUInt32BE(part, 32);
    bytes.writeUInt32BE(number, 36);
    // As text, which costs a third of a buffer: a piece of work is a hundred thousand of these.
    const digest = hash('sha256', bytes, 'binary');
    const byte = (at: number) => digest.charCodeAt(at);
    const word = byte(0) * 2 ** 24 + byte(1) * 2 ** 16 + byte(2) * 2 ** 8 + byte(3);
    return word < 2 ** (32 - bits);
  };
  const numbers = Array.from({ length: parts }, (_, part) => {
    let number = 0;
    while (!isFound(part, number)) number += 1;
    return number;
  });
  return { challenge, numbers };
}
