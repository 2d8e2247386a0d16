import { catalogueLimits, endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import { receiveForm } from '../../../platform/uploads/receive-form.ts';
import { takeSmallFile } from '../../../platform/uploads/take-small-file.ts';
import { editorOf } from '../videos.routes.ts';
import type { CaptionsUsecases } from './captions.usecases.ts';
import { readCaptionsForm } from './captions-form.rules.ts';

const maxBytes = catalogueLimits.captionsBytes;

export function bindCaptionsRoutes(bind: Bind, captions: CaptionsUsecases): void {
  const { videos } = endpoints;
  bind(videos.captions, async ({ caller, params, reply }) => {
    const { id: videoId, language } = params;
    const text = await captions.read(caller, { videoId, language });
    reply.type('text/vtt; charset=utf-8').header('cache-control', 'private, no-cache');
    return text;
  });
  bind(videos.putCaptions, ({ callerNow, request, reply, params }) =>
    receiveForm({ request, reply }, { maxBytes, fields: 1 }, async ({ parts }) => {
      const { form, content } = await takeSmallFile(parts, maxBytes, readCaptionsForm);
      const which = { videoId: params.id, language: params.language };
      const given = { ...form, content };
      return captions.put(editorOf(await callerNow(), request), which, given);
    }),
  );
  bind(videos.removeCaptions, ({ caller, request, params }) =>
    captions.remove(editorOf(caller, request), { videoId: params.id, language: params.language }),
  );
}
