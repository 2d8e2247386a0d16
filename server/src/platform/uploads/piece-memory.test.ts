import { describe, expect, it } from 'vitest';
import { freeChunk } from './piece-memory.ts';

describe('freeChunk', () => {
  it('empties a buffer that has its memory for itself', () => {
    const chunk = Buffer.from(new ArrayBuffer(65_536));
    freeChunk(chunk);
    expect(chunk.length).toBe(0);
  });

  it('leaves one alone that shares it', () => {
    const [chunk, neighbour] = [Buffer.from('small'), Buffer.from('one')];
    freeChunk(chunk);
    freeChunk(Buffer.alloc(100).subarray(10));
    expect(`${chunk} ${neighbour}`).toBe('small one');
  });
});
