import { buildUrl, endpoints, readError } from '@prahari/contract';
import type { ApiClient } from '@prahari/testkit';

export interface CaptionsOfVideo {
  readonly videoId: string;
  readonly language: string;
  readonly label: string;
  /** WebVTT. */
  readonly text: string;
}

/**
 * Sets the captions of a video in one language, as the form of its page does.
 * @throws ApiError
 */
export async function putCaptions(client: ApiClient, captions: CaptionsOfVideo): Promise<void> {
  const { videoId: id, language, label, text } = captions;
  const form = new FormData();
  form.append('label', label);
  form.append('file', new Blob([text], { type: 'text/vtt' }), 'captions.vtt');
  const url = buildUrl(client.origin, endpoints.videos.putCaptions, { params: { id, language } });
  const headers = await client.headersFor('POST', url);
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  if (!answer.ok) throw await readError(answer);
}
