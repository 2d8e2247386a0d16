import { type CallInput, createNetworkError, endpoints } from '@prahari/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { managedVideo } from '../../../domain/videos/testing/managed-video.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { type SendHandlers, sendVideo, type VideoToSend } from './send-video.ts';

const acts = vi.hoisted((): string[] => []);
vi.mock('tus-js-client', () => ({
  DetailedError: class extends Error {},
  Upload: class {
    readonly options: { metadata?: Record<string, string> };
    constructor(_file: File, options: { metadata?: Record<string, string> }) {
      this.options = options;
    }
    start() {
      acts.push(`upload for ${this.options.metadata?.['videoId'] ?? 'a video of its own'}`);
    }
    abort() {
      acts.push('stop');
      return Promise.resolve();
    }
  },
}));

const audience = {
  everyone: false,
  kendraTypes: [],
  countries: [],
  districts: ['पुणे'],
  groupIds: [],
};
const video: VideoToSend = {
  file: new File(['x'], 'light.mp4'),
  title: 'Light',
  description: 'd',
  category: 'Physics',
  audience,
  publish: true,
};

/** Begins an upload; each answer of the server is an error, or the video that was created. */
function begin(answers: (Error | null)[], said: Partial<VideoToSend> = {}) {
  vi.stubGlobal('window', { location: { origin: 'http://here' } });
  const bodies: unknown[] = [];
  const api = createFakeApi({
    call: (async (endpoint: unknown, { body }: CallInput<typeof endpoints.videos.create>) => {
      if (endpoint === endpoints.videos.remove) acts.push('remove');
      else bodies.push(body);
      const answer = endpoint === endpoints.videos.create ? answers.shift() : null;
      if (answer) throw answer;
      return managedVideo;
    }) as ReturnType<typeof createFakeApi>['call'],
  });
  const handlers = {
    onAnnounced: vi.fn(),
    onBegun: vi.fn(),
    onProgress: vi.fn(),
    onWaiting: vi.fn(),
    onDone: vi.fn(),
    onError: vi.fn(),
  } satisfies SendHandlers;
  const sending = sendVideo(api, { ...video, ...said }, handlers);
  return { sending, handlers, bodies };
}
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  acts.length = 0;
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test('the video is there with its audience before a byte of its file is sent', async () => {
  const { sending, handlers, bodies } = begin([null]);
  sending.start();
  expect(acts).toEqual([]);
  await settled();
  const { title, description, category } = video;
  expect(bodies).toEqual([{ title, description, category, audience, published: true }]);
  expect(acts).toEqual([`upload for ${managedVideo.id}`]);
  expect(handlers.onAnnounced).toHaveBeenCalledWith(managedVideo.id);
  sending.stop();
  sending.start();
  await settled();
  expect(bodies).toHaveLength(1);
});

test('an announced video and a continued upload need none', async () => {
  for (const said of [{ videoId: 'announced' }, { uploadId: 'begun' }]) {
    const { sending, bodies } = begin([], said);
    sending.start();
    await settled();
    expect(bodies).toEqual([]);
  }
  expect(acts).toEqual(['upload for announced', 'upload for a video of its own']);
});

test('a lost connection is waited for; a refusal is shown, and nothing is sent', async () => {
  const lost = begin([createNetworkError(), createNetworkError(), null]);
  lost.sending.start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lost.handlers.onWaiting).toHaveBeenCalledTimes(2);
  expect(acts).toEqual([`upload for ${managedVideo.id}`]);
  acts.length = 0;
  const refusal = new Error('no such group');
  const refused = begin([refusal]);
  refused.sending.start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refused.handlers.onError).toHaveBeenCalledWith(refusal);
  expect(acts).toEqual([]);
});

test('an upload paused before the video exists sends nothing, and continues with the same video', async () => {
  const { sending, bodies } = begin([null]);
  sending.start();
  sending.stop();
  await settled();
  expect(acts).toEqual(['stop']);
  sending.start();
  await settled();
  expect(bodies).toHaveLength(1);
  expect(acts).toEqual(['stop', `upload for ${managedVideo.id}`]);
});

test('a cancelled upload takes the video along that was created for it, and no other', async () => {
  const own = begin([null]);
  own.sending.start();
  await settled();
  await own.sending.discard();
  expect(acts).toContain('remove');
  acts.length = 0;
  const announced = begin([], { videoId: 'announced' });
  announced.sending.start();
  await settled();
  await announced.sending.discard();
  expect(acts).not.toContain('remove');
});
