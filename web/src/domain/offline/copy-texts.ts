import { ApiError, endpoints, type VideoDetail } from '@prahari/contract';
import type { Api } from '../../shared/api/browser-api.ts';
import { isRefusedForGood } from '../../shared/outbox/redelivery.ts';
import { detailName, nameCaptions } from './text-names.ts';

/** A file of a copy that is text, under a name that no segment has. */
export interface CopyText {
  readonly name: string;
  readonly text: string;
}

/**
 * Fetches what a copy keeps besides its pictures and sound: chapters, and captions in all languages.
 * @throws ApiError
 */
export async function fetchTexts(
  api: Pick<Api, 'call'>,
  videoId: string,
): Promise<readonly CopyText[]> {
  const detail = await api.call(endpoints.videos.get, { params: { id: videoId } });
  const captions: CopyText[] = [];
  for (const { language } of detail.captions) {
    const text = await fetchCaptions(api, videoId, language);
    if (text !== null) captions.push({ name: nameCaptions(language), text });
  }
  const kept = detail.captions.filter(({ language }) =>
    captions.some(({ name }) => name === nameCaptions(language)),
  );
  const text = JSON.stringify(adaptDetail(detail, kept));
  return [{ name: detailName, text }, ...captions];
}

/** Null where they were removed meanwhile. */
async function fetchCaptions(api: Pick<Api, 'call'>, id: string, language: string) {
  try {
    return await api.call(endpoints.videos.captions, { params: { id, language } });
  } catch (error) {
    if (error instanceof ApiError && isRefusedForGood(error)) return null;
    throw error;
  }
}

/** Pictures are not in a copy, and their addresses are signed. */
function adaptDetail(detail: VideoDetail, captions: VideoDetail['captions']): VideoDetail {
  return { ...detail, captions, posterUrl: null, cardUrl: null, storyboardUrl: null };
}
