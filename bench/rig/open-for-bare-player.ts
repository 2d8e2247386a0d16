import { endpoints } from '@prahari/contract';
import { openPlayback } from './playback.ts';
import type { Site } from './site.ts';

/** What the bare player needs: the manifest, with nothing of us in it, and a licence for all it names. */
export async function openForBarePlayer(site: Site, videoId: string) {
  // Somebody else, for a learner plays in one place at a time.
  const { client, account } = await site.newLearner();
  const { password } = account;
  await client.call(endpoints.auth.validatePassword, { body: { password } });
  const playback = await openPlayback({ learner: client }, videoId);
  const licence = await client.call(endpoints.drm.clearKeyLicense, {
    query: { playbackSession: playback.id },
    body: { kids: [...playback.keyIds], type: 'temporary' },
  });
  return {
    MANIFEST: playback.manifest.replace(/<BaseURL>[^<]*<\/BaseURL>/, ''),
    LICENCE: JSON.stringify(licence),
  };
}
