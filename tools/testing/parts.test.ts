import { expect, test } from 'vitest';
import { beginChecks } from './parts.mjs';

const node = (code: string): [file: string, ...args: string[]] => [process.execPath, '-e', code];

test('checks run two at once, and what each printed comes with what became of it', async () => {
  const saysWhen = node('console.log(Date.now())');
  const known = {
    slow: node('setTimeout(() => console.log(Date.now()), 300)'),
    failing: node('console.error("wrong"); process.exitCode = 2'),
    third: saysWhen,
    unasked: saysWhen,
  };
  const begun = beginChecks(['slow', 'unit', 'failing', 'third'], known);
  expect([...begun.keys()]).toEqual(['slow', 'failing', 'third']);
  const [slow, failing, third] = await Promise.all(begun.values());
  expect(failing).toMatchObject({ passed: 0, failed: 1, output: 'wrong' });
  expect(third).toMatchObject({ passed: 1, failed: 0 });
  expect(Number(third?.output)).toBeGreaterThanOrEqual(Number(slow?.output));
});
