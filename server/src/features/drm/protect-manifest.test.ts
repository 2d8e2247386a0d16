import type { VendorSystem } from '@prahari/contract';
import { expect, it } from 'vitest';
import { createProtectManifest } from './protect-manifest.usecases.ts';

const manifest = (kid: string) =>
  `<MPD><ContentProtection value="cbcs" schemeIdUri="urn:mpeg:dash:mp4protection:2011" cenc:default_KID="${kid}"/></MPD>`;
const kids = ['340c4fc4-fdc1-f5b1-143a-208ffe7844c4', 'abcf4501-702f-9d30-a949-bd944d879ed8'];
const policy = { hdNeedsHardware: false, persistent: false, clearKey: true };

it('answers each lesson and policy its own manifest, also when asked again', async () => {
  let offered: readonly VendorSystem[] = [];
  const protect = createProtectManifest(async () => offered);
  const seen = new Set<string>();
  for (const systems of [[], ['widevine']] as const) {
    offered = systems;
    for (const clearKey of [true, false]) {
      for (const kid of kids) {
        const first = await protect(manifest(kid), { ...policy, clearKey });
        expect(await protect(manifest(kid), { ...policy, clearKey })).toBe(first);
        expect(first).toContain(kid);
        expect(first.includes('1077efec')).toBe(clearKey);
        expect(first.includes('edef8ba9')).toBe(systems.length > 0);
        seen.add(first);
      }
    }
  }
  expect(seen.size).toBe(8);
});
