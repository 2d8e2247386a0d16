import { browserConnection } from './browser-connection.ts';
import type { Connection } from './connection.ts';

/** A server that restarts, and what is asked for the moment that it's back, may fail once more. */
const tries = 3;
const pauseMs = 500;

/**
 * Loads a part of the program; where the connection is why that failed, again when it is back.
 * @throws what the load threw, where the server is there: an update replaced the part
 */
export async function loadPatiently<Part>(
  load: () => Promise<Part>,
  connection: Pick<Connection, 'check' | 'whenUp'> = browserConnection,
): Promise<Part> {
  let triesLeft = tries;
  for (;;) {
    try {
      const part = await load();
      if (triesLeft < tries) await fetchLostStyles();
      return part;
    } catch (error) {
      triesLeft -= 1;
      if (!(await connection.check())) {
        await connection.whenUp();
        triesLeft = tries - 1;
      } else if (triesLeft === 0) {
        throw error;
      } else {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }
}

/**
 * Vite asks for a part's style sheets once, and takes those that failed for loaded: without this
 * the part would stand there without its looks.
 */
async function fetchLostStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  await Promise.all([...links].filter(isLost).map(fetchAgain));
}

/** Chromium keeps a sheet for one that failed, and throws when its rules are read. */
function isLost({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet?.cssRules === undefined;
  } catch {
    return true;
  }
}

function fetchAgain(link: HTMLLinkElement): Promise<void> {
  const again = document.createElement('link');
  again.rel = link.rel;
  again.crossOrigin = link.crossOrigin;
  again.href = link.href;
  return new Promise((resolve, reject) => {
    again.onload = () => resolve();
    again.onerror = () => reject(new Error(`The style sheet ${again.href} was not loaded`));
    link.replaceWith(again);
  });
}
