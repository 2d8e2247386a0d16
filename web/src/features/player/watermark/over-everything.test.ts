// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { layerStyles } from './watermark-layer.ts';

const player = path.join(import.meta.dirname, '..');
/** Shown instead of a stopped video: before it is loaded, outside fullscreen, after a violation. */
const overStanding = new Set(['.frame[data-covers]', '.panel', '.overlay']);

/** Selector and level of each rule of a style sheet that has one. */
function levelsIn(css: string): { selector: string; level: number }[] {
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) => {
    const level = /z-index: (-?\d+);/.exec(body)?.[1];
    return level === undefined ? [] : [{ selector: selector.trim(), level: Number(level) }];
  });
}

test('nothing that is shown while a video plays lies over its marks', () => {
  const levels = globSync('**/*.module.css', { cwd: player }).flatMap((file) =>
    levelsIn(readFileSync(path.join(player, file), 'utf8')),
  );
  expect(levels.length).toBeGreaterThan(5);
  const above = levels.filter(({ level }) => level >= Number(layerStyles['z-index']));
  expect(
    above.filter(({ selector }) => !overStanding.has(selector.split('\n').at(-1) ?? '')),
  ).toEqual([]);
});
