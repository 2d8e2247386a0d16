import { expect, test } from 'vitest';
import { adaptStream } from '../../../domain/offline/plan-copy.ts';
import { aStream } from '../testing/a-stream.ts';

test('a copy plays by the numbers of offline playback, and names nothing that is not in it', () => {
  const { policy, ...copy } = adaptStream(aStream, '<MPD/>');
  expect(copy).toMatchObject({ posterUrl: null, slidesTrack: null, persistenceLog: false });
  expect(copy.manifest.text).toBe('<MPD/>');
  // Specification, section 9.
  expect(policy.devTools).toMatchObject({ checkEveryMs: 2000, detections: 5 });
  expect(policy.blurs.tolerated).toBe(3);
  expect(policy.hiddenMarkOpacity).toBe(0.05);
  expect(policy.watermarkOpacity).toBe(aStream.policy.watermarkOpacity);
});
