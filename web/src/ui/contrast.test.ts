import { describe, expect, test, vi } from 'vitest';

interface FileReader {
  readonly readFileSync: (path: URL, encoding: 'utf8') => string;
}

// Vitest empties imported style sheets, so the file itself is read; the browser code has no Node types.
const { readFileSync } = await vi.importActual<FileReader>('node:fs');
const here = import.meta.url;
const tokens = readFileSync(new URL('tokens.css', here), 'utf8');

/** WCAG 2.2: 1.4.3 asks 4.5 for text, 1.4.11 asks 3 for what makes a control or state visible. */
const TEXT = 4.5;
const GRAPHIC = 3;

const SURFACES = ['bg', 'surface', 'surface-sunken', 'surface-raised', 'hover'];
const TONES = ['danger', 'success', 'warning', 'info', 'accent'];

const MARKS = ['focus', 'border-strong', 'primary', 'danger', 'success', 'warning', 'info'];
const CHART = [1, 2, 3, 4, 5].map((at) => `chart-${at}`);

const PAIRS: readonly (readonly [string, string, number])[] = [
  ...SURFACES.flatMap((surface) =>
    ['text', 'text-muted', 'text-subtle', 'link', 'danger-text'].map(
      (text) => [text, surface, TEXT] as const,
    ),
  ),
  ...TONES.map((tone) => [`${tone}-text`, `${tone}-soft`, TEXT] as const),
  ['on-primary', 'primary', TEXT],
  ['on-primary', 'primary-hover', TEXT],
  ['on-primary', 'primary-active', TEXT],
  ['on-primary-soft', 'primary-soft', TEXT],
  ['text-muted', 'neutral-soft', TEXT],
  ...['text', 'text-muted', 'link'].map((text) => [text, 'primary-soft', TEXT] as const),
  ['knob', 'border-strong', GRAPHIC],
  ['on-danger', 'danger', TEXT],
  ['on-danger', 'danger-hover', TEXT],
  ['on-accent', 'accent', TEXT],
  ...['bg', 'surface', 'surface-raised'].flatMap((surface) =>
    [...MARKS, ...CHART].map((mark) => [mark, surface, GRAPHIC] as const),
  ),
  ...CHART.map((mark) => [mark, 'chart-gap', GRAPHIC] as const),
  // Calm, but to be seen.
  ['chart-grid', 'surface', 1.38],
  ['chart-grid', 'chart-gap', 1.2],
];

function declarations(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[\da-f]{6});/gu)].map(([, name, hex]) => [
      name ?? '',
      hex ?? '',
    ]),
  );
}

function themeTokens(selector: string): Map<string, string> {
  const start = tokens.indexOf(`${selector} {`);
  expect(start).toBeGreaterThanOrEqual(0);
  return declarations(tokens.slice(start, tokens.indexOf('\n}', start)));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const light = themeTokens(':root');
const dark = themeTokens(':root[data-theme="dark"]');

describe.each([
  ['light', light],
  ['dark', dark],
])('%s theme', (_name, theme) => {
  const hex = (name: string) => theme.get(`color-${name}`) ?? expect.fail(`no --color-${name}`);

  test.each(PAIRS)('%s on %s reaches %d : 1', (front, back, least) => {
    expect(contrast(hex(front), hex(back))).toBeGreaterThanOrEqual(least);
  });
});

test('both themes define the same colours', () => {
  expect([...dark.keys()].sort()).toEqual([...light.keys()].sort());
});

test('text on brand ink is readable in either theme', () => {
  const brand = declarations(tokens);
  for (const text of ['brand-on-ink', 'brand-on-ink-muted', 'brand-marigold']) {
    for (const ink of ['brand-ink', 'brand-ink-raised']) {
      expect(contrast(brand.get(text) ?? '', brand.get(ink) ?? '')).toBeGreaterThanOrEqual(TEXT);
    }
  }
});
