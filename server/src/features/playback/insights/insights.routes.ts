import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { describeUseOfVideo } from './video-insights.usecases.ts';

export function bindInsightRoutes(bind: Bind, deps: PlaybackDeps): void {
  bind(endpoints.videos.insights, ({ caller, params }) =>
    describeUseOfVideo(deps, caller, params.id),
  );
}
