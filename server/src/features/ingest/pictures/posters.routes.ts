import { catalogueLimits, endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { receiveForm } from '../../../platform/uploads/receive-form.ts';
import { receiveSmallFile } from '../../../platform/uploads/receive-small-file.ts';
import { toEditor } from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import {
  choosePosterOfMoment,
  removeChosenPoster,
  uploadPoster,
} from './choose-poster.usecases.ts';

const maxBytes = catalogueLimits.posterBytes;

export function bindPosterRoutes(bind: Bind, deps: Pick<IngestDeps, 'videos' | 'queue'>): void {
  const { videos } = endpoints;
  bind(videos.uploadPoster, ({ callerNow, request, reply, params }) =>
    receiveForm({ request, reply }, { maxBytes, fields: 0 }, async ({ parts }) => {
      const { content } = await receiveSmallFile(parts, maxBytes, () => null);
      return uploadPoster(deps, toEditor(await callerNow(), request), params.id, content);
    }),
  );
  bind(videos.choosePoster, ({ caller, request, params, body }) =>
    choosePosterOfMoment(deps, toEditor(caller, request), params.id, body.atSeconds),
  );
  bind(videos.removePoster, ({ caller, request, params }) =>
    removeChosenPoster(deps, toEditor(caller, request), params.id),
  );
}
