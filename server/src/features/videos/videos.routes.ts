import { endpoints } from '@prahari/contract';
import type { FastifyRequest } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import type { ExportList } from '../../platform/export/export-list.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { CallerNow, SessionCaller } from '../../platform/http/caller.ts';
import type { CatalogueUsecases } from './catalogue/catalogue.usecases.ts';
import { videoColumns } from './catalogue/video-columns.rules.ts';
import type { Editor, EditVideo, Uploader } from './editing/edit-video.usecases.ts';

export interface CatalogueRoutesDeps {
  readonly catalogue: CatalogueUsecases;
  readonly edit: EditVideo;
  readonly exportList: ExportList;
}

export function bindCatalogueRoutes(bind: Bind, deps: CatalogueRoutesDeps): void {
  const { catalogue, edit, exportList } = deps;
  const { videos } = endpoints;
  bind(videos.list, ({ caller, query }) => catalogue.list(caller, query));
  bind(videos.categories, ({ caller }) => catalogue.categories(caller));
  bind(videos.languages, ({ caller }) => catalogue.languages(caller));
  bind(videos.tags, ({ caller }) => catalogue.tags(caller));
  bind(videos.get, ({ caller, params }) => catalogue.get(caller, params.id));
  bind(videos.next, ({ caller, params }) => catalogue.next(caller, params.id));
  bind(videos.listManaged, ({ caller, query }) => catalogue.listManaged(caller, query));
  bind(endpoints.listExports.videos, (call) =>
    exportList(call, {
      name: 'videos',
      action: 'video.export',
      columns: videoColumns,
      read: (caller, part) => catalogue.managedBehind(caller, call.query, part),
    }),
  );
  bind(videos.getManaged, ({ caller, params }) => catalogue.getManaged(caller, params.id));
  bind(videos.create, ({ caller, request, body }) => edit.create(editorOf(caller, request), body));
  bind(videos.update, ({ caller, request, params, body }) =>
    edit.update(editorOf(caller, request), params.id, body),
  );
  bind(videos.remove, ({ caller, request, params }) =>
    edit.remove(editorOf(caller, request), params.id),
  );
  bind(videos.restore, ({ caller, request, params }) =>
    edit.restore(editorOf(caller, request), params.id),
  );
}

/** Returns who changes something, and from where. */
export function editorOf(caller: SessionCaller, request: FastifyRequest): Editor {
  return { ...caller, address: request.ip };
}

export function uploaderOf({
  caller,
  callerNow,
  request,
}: {
  readonly caller: SessionCaller;
  readonly callerNow: CallerNow;
  readonly request: FastifyRequest;
}): Uploader {
  const asOfNow = async (trx?: Trx) => editorOf(await callerNow(trx), request);
  return { ...editorOf(caller, request), asOfNow };
}
