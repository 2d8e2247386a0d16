import { type MediaTools, resolveTools } from '@prahari/media';

let found: Promise<MediaTools> | undefined;

/** The tools of this machine, looked for once a process of tests: each part of the guard is tried. */
export function findMediaTools(): Promise<MediaTools> {
  found ??= resolveTools(process.env);
  return found;
}
