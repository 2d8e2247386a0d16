import type { WorkerMessage } from '../domain/video-cache/worker-messages.ts';
import { answerSegment, heed, openVideos } from './segments.ts';
import { answerShell, dropOldShells, keepFirst, keepRest } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

self.addEventListener('fetch', (event) => {
  if (!answerSegment(event)) answerShell(event);
});

self.addEventListener('message', (event) => {
  // Only pages of this origin reach the worker, and only they send this.
  const { source } = event;
  if (!(source instanceof WindowClient)) return;
  const heeded = heedMessage(event.data, source.id);
  const answer = () => event.ports[0]?.postMessage(null);
  event.waitUntil(heeded.finally(answer));
});

async function install(): Promise<void> {
  await keepFirst();
  const videos = await openVideos().catch(() => null);
  if (await videos?.wishesWholeApp()) await keepRest();
}

async function activate(): Promise<void> {
  await dropOldShells();
  // The page is asked for while the worker still starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function heedMessage(message: WorkerMessage, clientId: string): Promise<void> {
  switch (message.kind) {
    case 'playback-opened':
      await heed(async (videos) => {
        const open = new Set((await self.clients.matchAll()).map(({ id }) => id));
        await videos.name(message.playback, clientId, open.add(clientId));
      });
      return;
    case 'playback-over':
      await heed((videos) => videos.unname(message.playbackId));
      return;
    case 'forget-videos':
      await heed((videos) => videos.clear());
      return;
    case 'keep-whole-app':
      await heed((videos) => videos.wishForWholeApp());
      await keepRest();
      return;
    case 'take-over':
      await self.skipWaiting();
  }
}
