import type { Api } from '../../shared/api/browser-api.ts';
import { openCopies } from './use-copies.ts';
import { mayKeepCopies } from './use-may-keep-copies.ts';

/** Counts the copies of the signed-in learner that are ready to play; 0 where it can't be told. */
export async function countReadyCopies(api: Api): Promise<number> {
  if (!(await mayKeepCopies())) return 0;
  const copies = await openCopies(api).catch(() => null);
  if (copies === null) return 0;
  const view = await new Promise<ReturnType<typeof copies.view>>((resolve) => {
    const look = () => {
      const now = copies.view();
      if (!now.isKnown && now.isSupported) return;
      stop();
      resolve(now);
    };
    const stop = copies.subscribe(look);
    look();
  });
  return view.copies.filter(({ state, failure }) => state === 'ready' && failure === null).length;
}

/** Removes all copies of this browser, as it is left; what can't be removed opens for no one else. */
export async function removeKeptCopies(api: Api): Promise<void> {
  if (!(await mayKeepCopies())) return;
  await openCopies(api).then(
    (copies) => copies.removeAll(),
    () => undefined,
  );
}
