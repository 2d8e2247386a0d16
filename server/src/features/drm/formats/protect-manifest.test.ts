import { expect, it } from 'vitest';
import { createProtectManifest } from './protect-manifest.adapter.ts';

const manifest = (kid: string) =>
  `<MPD><ContentProtection value="cbcs" schemeIdUri="urn:mpeg:dash:mp4protection:2011" cenc:default_KID="${kid}"/></MPD>`;
const kids = ['340c4fc4-fdc1-f5b1-143a-208ffe7844c4', 'abcf4501-702f-9d30-a949-bd944d879ed8'];

it('answers each video and set of systems its own manifest, also when requested again', () => {
  const protect = createProtectManifest();
  const seen = new Set<string>();
  for (const systems of [[], ['widevine'], ['clearkey'], ['widevine', 'clearkey']] as const) {
    const names: readonly string[] = systems;
    for (const kid of kids) {
      const first = protect(manifest(kid), systems);
      expect(protect(manifest(kid), systems)).toBe(first);
      expect(first).toContain(kid);
      expect(first.includes('1077efec')).toBe(names.includes('clearkey'));
      expect(first.includes('edef8ba9')).toBe(names.includes('widevine'));
      seen.add(first);
    }
  }
  expect(seen.size).toBe(8);
});
