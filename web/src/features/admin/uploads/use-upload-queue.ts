import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { sendVideo } from './send-video.ts';
import { createUploadQueue, type QueueItem, type UploadQueue } from './upload-queue.ts';

interface Kept {
  readonly queue: UploadQueue;
  /** Of the screen, while there is one. */
  onDone: (item: QueueItem) => void;
}

const kept = new WeakMap<Api, Kept>();

/** One queue for each signed-in page: uploads continue while other pages are open. */
function findQueue(api: Api): Kept {
  const known = kept.get(api);
  if (known) return known;
  const queue = createUploadQueue({
    send: (video, handlers) => sendVideo(api, video, handlers),
    onDone: (item) => made.onDone(item),
    nowMs: () => performance.now(),
    newKey: () => crypto.randomUUID(),
  });
  const made: Kept = { queue, onDone: () => undefined };
  kept.set(api, made);
  window.addEventListener('online', () => queue.retryNow());
  window.addEventListener('beforeunload', (event) => {
    if (queue.items().some(({ state }) => state !== 'paused')) event.preventDefault();
  });
  return made;
}

/** The uploads under way in this page. @param onDone of each that has arrived while this is shown */
export function useUploadQueue(onDone: (item: QueueItem) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [own] = useState(() => findQueue(api));
  useEffect(() => {
    own.onDone = (item) => {
      onDone(item);
      void queryClient.invalidateQueries({ queryKey: queryKeys.jobs });
      void queryClient.invalidateQueries({ queryKey: queryKeys.videos });
    };
  });
  const items = useSyncExternalStore(own.queue.subscribe, own.queue.items);
  return { items, queue: own.queue };
}
