import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';

const script = readFileSync(
  path.resolve(import.meta.dirname, '../../public/old-browsers.js'),
  'utf8',
);
const removal = `
  for (const holder of [Array.prototype, Object.getPrototypeOf(Int8Array.prototype)])
    for (const name of ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with'])
      delete holder[name];
  delete String.prototype.at;
  delete String.prototype.replaceAll;
  delete Object.hasOwn;
  delete Promise.withResolvers;
  delete Intl.DisplayNames;
`;

/** Evaluates an expression in a browser that has only what the script adds. */
function inOldBrowser(expression: string): unknown {
  const page = createContext({
    window: { crypto: {}, AbortSignal: {} },
    Element: class {},
    Document: class {},
    DocumentFragment: class {},
    URL: class {},
    CSS: { supports: () => true },
  });
  runInContext(removal, page);
  runInContext(script, page);
  return JSON.parse(String(runInContext(`JSON.stringify(${expression})`, page)));
}

test.each([
  ['[1, 2, 3].at(-1)', 3],
  ['new Int8Array([1, 2]).at(0)', 1],
  ['"ab".at(-2)', 'a'],
  ['[1, 2, 3].findLast((n) => n < 3)', 2],
  ['[1, 2, 3].findLastIndex((n) => n > 3)', -1],
  ['[2, 1].toSorted()', [1, 2]],
  ['[1, 2].toReversed()', [2, 1]],
  ['[1, 2, 3].toSpliced(0, 2, 9)', [9, 3]],
  ['[1, 2].with(-1, 7)', [1, 7]],
  ['"a.b.c".replaceAll(".", "-")', 'a-b-c'],
  ['"a1b2".replaceAll(/\\d/g, "")', 'ab'],
  ['[Object.hasOwn({ a: undefined }, "a"), Object.hasOwn({}, "toString")]', [true, false]],
  ['typeof Promise.withResolvers().resolve', 'function'],
  ['new Intl.DisplayNames(["en"], { type: "language" }).of("hi")', 'hi'],
])('a browser that lacks it answers %s', (expression, answer) => {
  expect(inOldBrowser(expression)).toEqual(answer);
});
