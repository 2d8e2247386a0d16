import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeDemoClip, resolveTools } from '@prahari/media';
import type { Instance } from './instance.ts';

const lessonSeconds = 60;

const accounts = [
  { name: 'Demo administrator', contactNumber: '+919999900001', userType: 'ADMIN' },
  { name: 'Demo learner', contactNumber: '+919999900002', userType: 'LEARNER' },
] as const;

/**
 * Makes demo accounts with random passwords, printed once, and a lesson that goes through the same
 * upload and processing as any other. Does nothing that was done before.
 */
export async function makeDemo(instance: Instance, say: (line: string) => void): Promise<void> {
  const { auth, videos } = instance.composition;
  say('');
  let uploaderId = '';
  for (const account of accounts) {
    const made = await auth.makeDemoAccount({ ...account, countryCode: '+91' });
    uploaderId ||= made.userId;
    const password = made.password ?? 'as printed when it was made';
    say(`  ${account.name.padEnd(21)} ${account.contactNumber}   password ${password}`);
  }
  const { total } = await videos.uploadJobs({ page: 1, limit: 1 });
  if (total > 0) return;
  say('  The demo lesson is being made; it appears in the library in a minute or so.');
  const clip = path.join(instance.foundation.dataDir, 'demo-lesson.mp4');
  const tools = await resolveTools(process.env);
  try {
    await makeDemoClip({ outPath: clip, durationSeconds: lessonSeconds, tools });
    const { size } = await stat(clip);
    await videos.upload(uploaderId, size, demoForm(clip));
  } finally {
    await rm(clip, { force: true });
  }
}

type UploadForm = Parameters<Instance['composition']['videos']['upload']>[2];

/** The form that an administrator would send. */
async function* demoForm(clip: string): UploadForm {
  yield { kind: 'field', name: 'title', value: 'Demo lesson' };
  const description = 'A moving picture with sound, encrypted like every other lesson.';
  yield { kind: 'field', name: 'description', value: description };
  yield { kind: 'field', name: 'publish', value: 'true' };
  const content = createReadStream(clip);
  yield { kind: 'file', name: 'file', fileName: 'demo-lesson.mp4', content, isCut: () => false };
}
