import { list, type Plugin, type Rule } from 'postcss';

/**
 * The mark that `old-browsers.js` sets on the page where flexible boxes have no `gap` (Chromium
 * before 84, so TVs of 2021). An attribute: CSS modules rename classes.
 */
const oldPage = '[data-no-flex-gap]';

/**
 * Gives each flexible box with a gap margins between its children in browsers without such gaps.
 * Written by hand, they would be forgotten at the next gap.
 */
export function flexGapFallback(): Plugin {
  return {
    postcssPlugin: 'flex-gap-fallback',
    RuleExit(rule) {
      const margins = marginsFor(rule);
      if (margins.length === 0) return;
      const children = rule.selectors
        .filter((selector) => !selector.includes('::') && !selector.startsWith(oldPage))
        .map((selector) => `${oldPage} ${selector} > :not(:last-child)`);
      if (children.length === 0) return;
      const fallback = rule.cloneAfter({ selectors: children });
      fallback.removeAll();
      for (const [prop, value] of margins) fallback.append({ prop, value });
    },
  };
}

function marginsFor(rule: Rule): [property: string, value: string][] {
  const said = new Map<string, string>();
  rule.each((node) => {
    if (node.type === 'decl') said.set(node.prop, node.value);
  });
  const gap = said.get('gap');
  if (gap === undefined || !/^(inline-)?flex$/.test(said.get('display') ?? '')) return [];
  const [rowGap = '0', columnGap = rowGap] = list.space(gap);
  if (said.get('flex-direction')?.startsWith('column')) return [['margin-bottom', rowGap]];
  const wraps = said.get('flex-wrap') === 'wrap';
  return [
    ['margin-right', columnGap],
    ...(wraps ? [['margin-bottom', rowGap] as [string, string]] : []),
  ];
}
