import { describe, expect, it } from 'vitest';
import { provePlanted } from './cruise.mjs';
import { plantedViolations } from './planted.mjs';

describe('the import rules', () => {
  it('each catch the violation planted for them, and no other', async () => {
    expect(Object.keys(plantedViolations).length).toBeGreaterThan(30);
    expect(await provePlanted()).toEqual({ missed: [], wronged: [] });
  });
});
