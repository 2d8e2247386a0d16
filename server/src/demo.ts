import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listRolePermissions, type UploadJobDetail } from '@prahari/contract';
import { makeDemoClip, resolveTools } from '@prahari/media';
import { demoAccounts } from './demo-accounts.ts';
import type { Instance } from './instance.ts';
import type { UploadPart } from './platform/uploads/receive-form.ts';

const pollMs = 1000;

/**
 * Makes demo accounts with random passwords, printed once; those that are there stay.
 * @returns the id of the administrator among them
 */
export async function makeDemoAccounts(
  instance: Instance,
  say: (line: string) => void,
): Promise<string> {
  const { auth } = instance.composition;
  say('');
  let uploaderId = '';
  for (const account of demoAccounts) {
    const made = await auth.createDemoAccount({ ...account, countryCode: '+91' });
    uploaderId ||= made.userId;
    const password = made.password ?? 'as printed when it was made';
    say(`  ${account.name.padEnd(21)} ${account.contactNumber}   password ${password}`);
  }
  return uploaderId;
}

/** Makes the video unless there is one, and says when it can be watched. */
export async function makeDemoVideo(
  instance: Instance,
  uploaderId: string,
  say: (line: string) => void,
  durationSeconds = 60,
): Promise<void> {
  const { ingest } = instance.composition;
  const userType = 'ADMIN';
  const rights = {
    permissions: listRolePermissions(userType),
    adminScope: { level: 'global' },
  } as const;
  const by = { userId: uploaderId, userType, ...rights, address: 'local' } as const;
  const uploader = { ...by, asOfNow: async () => by };
  const { total } = await ingest.listUploadJobs(uploader, { page: 1, limit: 1 });
  if (total > 0) return;
  say('  Preparing the demo video, which takes a minute or two …');
  const clip = path.join(instance.foundation.dataDir, 'demo-video.mp4');
  const tools = await resolveTools(process.env);
  try {
    await makeDemoClip({ outPath: clip, durationSeconds, tools });
    const { size } = await stat(clip);
    const { id } = await ingest.uploadVideo(uploader, {
      announcedBytes: size,
      parts: demoForm(clip),
    });
    const state = await waitForEnd(() => ingest.findUploadJob(uploader, id));
    say(
      state === 'completed'
        ? '  The demo video is ready.'
        : '  The demo video failed; see Uploads for the reason.',
    );
  } finally {
    await rm(clip, { force: true });
  }
}

/** Waits until the worker is done with a job. */
async function waitForEnd(
  job: () => Promise<UploadJobDetail>,
): Promise<'completed' | 'failed' | 'cancelled'> {
  for (;;) {
    const { state } = await job();
    if (state !== 'queued' && state !== 'running') return state;
    await delay(pollMs);
  }
}

/** Builds the form that an administrator would send. */
async function* demoForm(clip: string): AsyncGenerator<UploadPart> {
  yield { kind: 'field', name: 'title', value: 'Demo lesson' };
  const description = 'A moving picture with sound, encrypted like every other lesson.';
  yield { kind: 'field', name: 'description', value: description };
  yield { kind: 'field', name: 'publish', value: 'true' };
  const content = createReadStream(clip);
  yield { kind: 'file', name: 'file', fileName: 'demo-video.mp4', content, isCut: () => false };
}
