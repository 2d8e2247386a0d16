import { catalogueLimits, endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { receiveForm } from '../../../platform/uploads/receive-form.ts';
import { takeSmallFile } from '../../../platform/uploads/take-small-file.ts';
import { editorOf } from '../../videos/index.ts';
import type { PostersUsecases } from './posters.usecases.ts';

const maxBytes = catalogueLimits.posterBytes;

export function bindPosterRoutes(bind: Bind, posters: PostersUsecases): void {
  const { videos } = endpoints;
  bind(videos.uploadPoster, ({ callerNow, request, reply, params }) =>
    receiveForm({ request, reply }, { maxBytes, fields: 0 }, async ({ parts }) => {
      const { content } = await takeSmallFile(parts, maxBytes, () => null);
      return posters.upload(editorOf(await callerNow(), request), params.id, content);
    }),
  );
  bind(videos.choosePoster, ({ caller, request, params, body }) =>
    posters.ofMoment(editorOf(caller, request), params.id, body.atSeconds),
  );
  bind(videos.removePoster, ({ caller, request, params }) =>
    posters.remove(editorOf(caller, request), params.id),
  );
}
