import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { VideosDeps } from '../videos.deps.ts';
import { listLearnerVideos } from './learner-videos.usecases.ts';

export function bindLearnerVideoRoutes(bind: Bind, deps: VideosDeps): void {
  bind(endpoints.learners.videos, ({ caller, params, query }) =>
    listLearnerVideos(deps, caller, params.id, query),
  );
}
