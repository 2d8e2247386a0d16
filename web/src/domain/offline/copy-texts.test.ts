import { ApiError, type Endpoint, endpoints } from '@prahari/contract';
import { expect, test } from 'vitest';
import { managedVideo } from '../videos/testing/managed-video.ts';
import { fetchTexts } from './copy-texts.ts';
import { isCaptionsName, isTextName } from './text-names.ts';

const captions = [
  { language: 'en', label: 'English' },
  { language: 'hi', label: 'हिन्दी' },
];
const chapters = [{ startSeconds: 0, title: 'Light' }];
const signed = '/media/media.signed/poster.jpg';
const pictures = { posterUrl: signed, cardUrl: signed, storyboardUrl: signed };
const detail = { ...managedVideo, ...pictures, chapters, captions };

function refuse(status: number): ApiError {
  const said = { type: 'NotFoundError', code: 'INVALID_VALUE', message: '' } as const;
  return new ApiError({ ...said, status, correlationId: null });
}

/** A server whose Hindi captions can't be had. */
function serverWithout(hindi: Error) {
  async function call(endpoint: Endpoint, input: unknown): Promise<never> {
    if (endpoint === endpoints.videos.get) return detail as never;
    if (JSON.stringify(input).includes('"hi"')) throw hindi;
    return 'WEBVTT' as never;
  }
  return { call };
}

test('a copy keeps chapters and captions, and no signed address', async () => {
  const texts = await fetchTexts(serverWithout(refuse(404)), managedVideo.id);
  expect(texts.map(({ name }) => [name, isTextName(name), isCaptionsName(name)])).toEqual([
    ['texts/video.json', true, false],
    ['texts/en.vtt', true, true],
  ]);
  const [kept, english] = texts;
  expect(JSON.parse(kept?.text ?? '')).toMatchObject({ chapters, captions: captions.slice(0, 1) });
  expect(kept?.text).not.toContain('/media/');
  expect(english?.text).toBe('WEBVTT');
});

test('captions that could not be fetched are not left out: the download is tried again', async () => {
  const lost = refuse(503);
  await expect(fetchTexts(serverWithout(lost), managedVideo.id)).rejects.toBe(lost);
});
