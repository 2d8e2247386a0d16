import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import {
  buildUrl,
  createSuccessSchema,
  endpoints,
  readError,
  type UploadJob,
  type UploadJobDetail,
} from '@prahari/contract';
import type { ApiClient } from '@prahari/testkit';
import { type ClipOptions, makeClip } from '../fixtures/clips.ts';

export interface Lesson {
  readonly id: string;
  readonly title: string;
  readonly seconds: number;
}

export interface VideoUpload {
  readonly title: string;
  readonly publish?: boolean;
  readonly file: Blob;
  /** As the client names it. */
  readonly fileName?: string;
}

/**
 * Sends the upload form as a browser would.
 * @throws ApiError
 */
export async function uploadVideo(client: ApiClient, video: VideoUpload): Promise<UploadJob> {
  const form = new FormData();
  form.append('title', video.title);
  form.append('publish', String(video.publish ?? true));
  form.append('file', video.file, video.fileName ?? 'video.mp4');
  // The nonce is learnt by a cheap call: a refusal would cost the whole body.
  await client.call(endpoints.auth.validate, {});
  const url = buildUrl(client.origin, endpoints.uploads.upload, {});
  const headers = await client.headersFor('POST', url);
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  if (!answer.ok) throw await readError(answer);
  return createSuccessSchema(endpoints.uploads.upload.data).parse(await answer.json()).data;
}

export async function uploadFile(client: ApiClient, title: string, file: string) {
  return uploadVideo(client, { title, file: await openAsBlob(file) });
}

export async function fetchJob(client: ApiClient, id: string): Promise<UploadJobDetail> {
  const job = await client.call(endpoints.uploads.job, { params: { id } });
  if (job.kind !== 'video') throw new Error('the job is no upload of a video');
  return job;
}

/** Waits until the job has ended, well or not. */
export async function waitForJob(client: ApiClient, id: string): Promise<UploadJob> {
  let job: UploadJob = await fetchJob(client, id);
  await expect
    .poll(
      async () => {
        job = await fetchJob(client, id);
        return job.state;
      },
      { timeout: 180_000, intervals: [250] },
    )
    .toMatch(/completed|failed/);
  return job;
}

/** A published lesson of a test picture, made by the real pipeline; its clip is kept in `folder`. */
export async function publishLesson(
  client: ApiClient,
  folder: string,
  { title, ...clip }: Omit<Lesson, 'id'> & Pick<ClipOptions, 'picturesPerSecond'>,
): Promise<Lesson> {
  const { seconds } = clip;
  const file = await makeClip(path.join(folder, `lesson-${seconds}.mp4`), clip);
  const { id, videoId } = await uploadFile(client, title, file);
  const job = await waitForJob(client, id);
  if (job.state !== 'completed') throw new Error(`no lesson: ${job.failure?.message}`);
  return { id: videoId, title, seconds };
}
