import { type MediaTools, resolveTools } from '@prahari/media';

let found: Promise<MediaTools> | undefined;

/** The tools of this machine, resolved once per test process: that runs ten programs. */
export function findMediaTools(): Promise<MediaTools> {
  found ??= resolveTools(process.env);
  return found;
}
