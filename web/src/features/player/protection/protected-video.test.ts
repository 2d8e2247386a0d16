// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { aStream } from '../testing/a-stream.ts';

// What is taken at load may be of an earlier file's window; its beat would go on after this one.
vi.resetModules();
vi.doMock('./hold/while-kept.ts', () => ({ repeatWhileKept: () => undefined }));
const { createProtectedVideo, entrust } = await import('./protected-video.ts');
vi.doUnmock('./hold/while-kept.ts');
vi.resetModules();

test('what the server opened can’t be changed any more once a video plays it', () => {
  const stream = structuredClone(aStream);
  entrust(createProtectedVideo(), stream);
  const { watermark, policy } = stream;
  expect([stream, watermark, policy, policy.violations].map(Object.isFrozen)).toEqual(
    [1, 2, 3, 4].map(() => true),
  );
});
