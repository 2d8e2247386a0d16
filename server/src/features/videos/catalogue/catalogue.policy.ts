import { isAdministrator, type UserType } from '@prahari/contract';

interface Shown {
  readonly status: 'processing' | 'ready' | 'failed';
  readonly published: boolean;
}

/** Administrators see every video; learners what is ready and published. */
export function maySee(viewer: UserType, video: Shown): boolean {
  return isAdministrator(viewer) || (video.published && video.status === 'ready');
}

/** Whoever may see a video may play it once there is something to play. */
export function mayPlay(viewer: UserType, video: Shown): boolean {
  return video.status === 'ready' && maySee(viewer, video);
}
