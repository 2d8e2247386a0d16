import type { UploadJob } from '@prahari/contract';
import { expect, test } from 'vitest';
import { findTwin } from './find-twin.ts';

const job = (part: Partial<UploadJob>) =>
  ({
    title: 'Light',
    fileName: 'light.mp4',
    fileSizeBytes: 10,
    state: 'completed',
    ...part,
  }) as UploadJob;
const chosen = (title: string, name: string, size: number) => ({ title, file: { name, size } });

test('the same file is known by its name and size, whatever it is called', () => {
  const jobs = [job({ title: 'Sound' }), job({ title: 'Optics', fileName: 'o.mp4' })];
  expect(findTwin(chosen('Optics', 'light.mp4', 10), jobs)).toEqual({ by: 'file', job: jobs[0] });
  expect(findTwin(chosen('Rays', 'light.mp4', 11), jobs)).toBeNull();
});

test('a title that another video has is known in any case', () => {
  const jobs = [job({})];
  expect(findTwin(chosen(' light ', 'new.mp4', 1), jobs)).toEqual({ by: 'title', job: jobs[0] });
  expect(findTwin(chosen('', 'new.mp4', 1), [job({ title: '' })])).toBeNull();
});

test('an upload of which nothing became is no twin', () => {
  const jobs = [job({ state: 'failed' }), job({ state: 'cancelled' })];
  expect(findTwin(chosen('Light', 'light.mp4', 10), jobs)).toBeNull();
});
