import { catalogueLimits, endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { receiveForm } from '../../../platform/uploads/receive-form.ts';
import { receiveSmallFile } from '../../../platform/uploads/receive-small-file.ts';
import type { VideosDeps } from '../videos.deps.ts';
import { toEditor } from '../videos.routes.ts';
import { readCaptions, removeCaptions, replaceCaptions } from './captions.usecases.ts';
import { readCaptionsForm } from './captions-form.rules.ts';

const maxBytes = catalogueLimits.captionsBytes;

export function bindCaptionsRoutes(bind: Bind, deps: VideosDeps): void {
  const { videos } = endpoints;
  bind(videos.captions, async ({ caller, params, reply }) => {
    const { id: videoId, language } = params;
    const text = await readCaptions(deps, caller, { videoId, language });
    reply.type('text/vtt; charset=utf-8').header('cache-control', 'private, no-cache');
    return text;
  });
  bind(videos.putCaptions, ({ callerNow, request, reply, params }) =>
    receiveForm({ request, reply }, { maxBytes, fields: 1 }, async ({ parts }) => {
      const { form, content } = await receiveSmallFile(parts, maxBytes, readCaptionsForm);
      const key = { videoId: params.id, language: params.language };
      const editor = toEditor(await callerNow(), request);
      return replaceCaptions(deps, editor, key, { ...form, content });
    }),
  );
  bind(videos.removeCaptions, ({ caller, request, params }) => {
    const key = { videoId: params.id, language: params.language };
    return removeCaptions(deps, toEditor(caller, request), key);
  });
}
