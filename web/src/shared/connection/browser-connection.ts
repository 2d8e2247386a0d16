import { basePath } from '@prahari/contract';
import { answerMs, createConnection } from './connection.ts';

/** The connection of this page to its server. */
export const browserConnection = createConnection({
  async probe() {
    const aborter = new AbortController();
    const timer = setTimeout(() => aborter.abort(), answerMs);
    try {
      await fetch(`${basePath}/health/liveness`, { cache: 'no-store', signal: aborter.signal });
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  },
  pause: (ms) =>
    new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        window.removeEventListener('online', go);
        resolve();
      };
      const timer = setTimeout(go, ms);
      window.addEventListener('online', go);
    }),
});

/** Checks whenever the browser says that the network changed. @returns to stop that */
export function followNetwork(): () => void {
  const check = () => void browserConnection.check();
  window.addEventListener('offline', check);
  window.addEventListener('online', check);
  return () => {
    window.removeEventListener('offline', check);
    window.removeEventListener('online', check);
  };
}
