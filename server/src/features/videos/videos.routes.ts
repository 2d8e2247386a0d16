import { endpoints } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { CallerNow, SessionCaller } from '../../platform/http/caller.ts';
import {
  countVideosByGroup,
  findNextVideo,
  getManagedVideo,
  getVideo,
  listManagedVideos,
  listManagedVideosForExport,
  listVideoCategories,
  listVideoLanguages,
  listVideos,
  listVideoTags,
} from './catalogue/list-videos.usecases.ts';
import { videoColumns } from './catalogue/video-columns.rules.ts';
import {
  createVideo,
  deleteVideo,
  type Editor,
  editVideo,
  restoreVideo,
  type Uploader,
} from './editing/edit-video.usecases.ts';
import type { VideosDeps } from './videos.deps.ts';

export function bindVideoRoutes(bind: Bind, deps: VideosDeps): void {
  const { videos } = endpoints;
  bind(videos.list, ({ caller, query }) => listVideos(deps, caller, query));
  bind(videos.categories, ({ caller }) => listVideoCategories(deps, caller));
  bind(videos.languages, ({ caller }) => listVideoLanguages(deps, caller));
  bind(videos.tags, ({ caller }) => listVideoTags(deps, caller));
  bind(videos.get, ({ caller, params }) => getVideo(deps, caller, params.id));
  bind(videos.next, ({ caller, params }) => findNextVideo(deps, caller, params.id));
  bind(videos.listManaged, ({ caller, query }) => listManagedVideos(deps, caller, query));
  bind(endpoints.listExports.videos, (call) =>
    deps.exportList(call, {
      name: 'videos',
      action: 'video.export',
      columns: videoColumns,
      read: (caller, part) => listManagedVideosForExport(deps, caller, call.query, part),
    }),
  );
  bind(videos.getManaged, ({ caller, params }) => getManagedVideo(deps, caller, params.id));
  bind(videos.countAudience, ({ caller, body }) => deps.countLearnersOf(caller, body));
  bind(videos.countByGroup, ({ caller }) => countVideosByGroup(deps, caller));
  bind(videos.create, ({ caller, request, body }) =>
    createVideo(deps, toEditor(caller, request), body),
  );
  bind(videos.update, ({ caller, request, params, body }) =>
    editVideo(deps, toEditor(caller, request), params.id, body),
  );
  bind(videos.remove, ({ caller, request, params }) =>
    deleteVideo(deps, toEditor(caller, request), params.id),
  );
  bind(videos.restore, ({ caller, request, params }) =>
    restoreVideo(deps, toEditor(caller, request), params.id),
  );
}

/** Returns the user who makes a change, with the address. */
export function toEditor(caller: SessionCaller, request: FastifyRequest): Editor {
  return { ...caller, address: request.ip };
}

/** Returns the sender of a file, whose state can be read again when the file has arrived. */
export function toUploader({
  caller,
  callerNow,
  request,
}: {
  readonly caller: SessionCaller;
  readonly callerNow: CallerNow;
  readonly request: FastifyRequest;
}): Uploader {
  const asOfNow = async (trx?: Trx) => toEditor(await callerNow(trx), request);
  return { ...toEditor(caller, request), asOfNow };
}
