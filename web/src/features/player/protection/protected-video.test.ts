// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { aStream } from '../testing/a-stream.ts';

// References taken at load may belong to an earlier file's window; its timer would outlive this
// one.
vi.resetModules();
vi.doMock('./hold/while-kept.ts', () => ({ repeatWhileKept: () => undefined }));
const { createProtectedVideo, entrust } = await import('./protected-video.ts');
vi.doUnmock('./hold/while-kept.ts');
vi.resetModules();

test('a playback opened by the server can’t be changed once a video plays it', () => {
  const stream = structuredClone(aStream);
  entrust(createProtectedVideo(), stream);
  const { watermark, policy } = stream;
  expect([stream, watermark, policy, policy.violations].map(Object.isFrozen)).toEqual(
    [1, 2, 3, 4].map(() => true),
  );
});
