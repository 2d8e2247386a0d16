// @vitest-environment jsdom
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';

const player = path.join(import.meta.dirname, '..');

/** The path to something in it that can be changed, or null. */
function changeable(value: unknown, at: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!Object.isFrozen(value)) return at;
  for (const [name, held] of Object.entries(value)) {
    const found = changeable(held, `${at}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

test('nothing that protection and marks export can be changed by a script of the page that imports it', async () => {
  vi.resetModules();
  const files = globSync('{protection,watermark}/**/!(*.test).{ts,tsx}', { cwd: player });
  expect(files.length).toBeGreaterThan(30);
  const found: string[] = [];
  for (const file of files) {
    const exported: Record<string, unknown> = await import(path.join(player, file));
    for (const [name, value] of Object.entries(exported)) {
      const place = changeable(value, `${file}: ${name}`);
      if (place !== null) found.push(place);
    }
  }
  expect(found).toEqual([]);
});
