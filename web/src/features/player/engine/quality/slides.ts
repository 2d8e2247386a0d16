import type { Stream } from '@prahari/contract';
import {
  findPicture,
  readStoryboard,
  type StoryboardPicture,
} from '../../../../domain/storyboard/storyboard-track.ts';
import type { MediaPath } from '../network/media-path.ts';

/** How long nothing is requested after a failure: the sound handles a lost network. */
const REST_MS = 5000;
const BITS_A_BYTE = 8;

export interface SlidesInput {
  readonly video: Pick<
    HTMLVideoElement,
    'currentTime' | 'poster' | 'addEventListener' | 'removeEventListener'
  >;
  readonly path: Pick<MediaPath, 'under' | 'renew'>;
  readonly stream: Pick<Stream, 'slidesTrack' | 'durationSeconds'>;
}

export interface Slides {
  /** Shows the slide of each moment from now on, or the poster again. */
  show(isShown: boolean): void;
  /** The bytes they took so far, and their average rate. */
  traffic(): { readonly bytes: number; readonly bitsPerSecond: number };
  release(): void;
}

/**
 * The slides of a video that plays by its audio only. They are shown as the poster, which is what
 * a video element shows that has no picture; so the marks lie over them as over any picture. One is
 * fetched ahead. A slide that can't be had is no failure: the one before stays.
 */
export function createSlides({ video, path, stream }: SlidesInput): Slides {
  const { slidesTrack: track } = stream;
  const fetched = new Map<StoryboardPicture, Promise<string>>();
  let pictures: readonly StoryboardPicture[] = [];
  let reading: Promise<void> | null = null;
  let poster: string | null = null;
  let wanted: StoryboardPicture | undefined;
  let isFollowing = false;
  let restsUntilMs = 0;
  let bytes = 0;
  let seconds = 0;

  async function get(name: string): Promise<Blob> {
    const address = path.under(name);
    const ask = (from: string) => fetch(from, { credentials: 'same-origin' });
    const first = await ask(address);
    const isStale = first.status === 403 && (await path.renew(address));
    const answer = isStale ? await ask(path.under(name)) : first;
    if (!answer.ok) throw new Error(`${name} was answered with ${answer.status}`);
    const body = await answer.blob();
    bytes += body.size;
    return body;
  }

  function computeLength(picture: StoryboardPicture): number {
    const next = pictures[pictures.indexOf(picture) + 1];
    return (next?.fromSeconds ?? stream.durationSeconds) - picture.fromSeconds;
  }

  function buildAddress(picture: StoryboardPicture): Promise<string> {
    const known = fetched.get(picture);
    if (known) return known;
    const made = get(picture.sheet).then((body) => {
      seconds += computeLength(picture);
      return URL.createObjectURL(body);
    });
    fetched.set(picture, made);
    made.catch(() => fetched.delete(picture));
    return made;
  }

  async function readTrack(): Promise<void> {
    if (track !== null) pictures = readStoryboard(await (await get(track)).text(), track);
  }

  async function change(): Promise<void> {
    reading ??= readTrack();
    await reading.catch((error: unknown) => {
      reading = null;
      throw error;
    });
    // A picture fetched after the end would never be released.
    if (!isFollowing) return;
    const picture = findPicture(pictures, video.currentTime);
    wanted = picture;
    if (!picture) return;
    const address = await buildAddress(picture);
    // The learner may have jumped, or turned the picture on, in the meantime.
    if (!isFollowing) return;
    if (wanted === picture) video.poster = address;
    const next = pictures[pictures.indexOf(picture) + 1];
    if (next) buildAddress(next).catch(() => undefined);
  }

  const follow = (): void => {
    if (Date.now() < restsUntilMs) return;
    if (wanted && findPicture(pictures, video.currentTime) === wanted) return;
    change().catch(() => {
      wanted = undefined;
      restsUntilMs = Date.now() + REST_MS;
    });
  };

  function show(isShown: boolean): void {
    if (isShown === isFollowing || track === null) return;
    isFollowing = isShown;
    if (isShown) {
      poster = video.poster;
      video.addEventListener('timeupdate', follow);
      follow();
      return;
    }
    video.removeEventListener('timeupdate', follow);
    wanted = undefined;
    video.poster = poster ?? '';
  }

  return {
    show,
    traffic: () => ({ bytes, bitsPerSecond: seconds > 0 ? (bytes * BITS_A_BYTE) / seconds : 0 }),
    release() {
      show(false);
      for (const made of fetched.values()) {
        made.then(URL.revokeObjectURL).catch(() => undefined);
      }
      fetched.clear();
    },
  };
}
