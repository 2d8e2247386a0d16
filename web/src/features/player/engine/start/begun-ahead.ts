/** Whether the user chose to watch what was opened: settled once. */
interface Choice {
  /** Rejects when it is given up; listening is optional. */
  readonly chosen: Promise<void>;
  choose(): void;
  giveUp(): void;
}

export function createChoice(): Choice {
  let choose: () => void = () => undefined;
  let giveUp = choose;
  const chosen = new Promise<void>((resolve, reject) => {
    choose = resolve;
    giveUp = () => reject(new Error('the user did not choose to watch it'));
  });
  chosen.catch(() => undefined);
  return { chosen, choose, giveUp };
}

/** Longer than any page takes to appear; what is unused by then is dropped. */
const chosenMs = 10_000;
/** Far less than what was opened lives: where the learner left off is to be true at the click. */
const aheadMs = 60_000;

interface Waiting<Beginning> extends Pick<Choice, 'giveUp'> {
  /** Names the user and what was begun. */
  readonly key: string;
  readonly beginning: Promise<Beginning>;
  isChosen: boolean;
  choose(): void;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Holds one thing that was begun before the page that will show it; the next one takes its place.
 * `abandon` frees what no page took.
 */
export function createBegunAhead<Beginning>(abandon: (beginning: Beginning) => void) {
  let waiting: Waiting<Beginning> | undefined;

  function giveUp(): void {
    if (!waiting) return;
    clearTimeout(waiting.timer);
    // Ends everything that waits for the choice, and releases its resources.
    waiting.giveUp();
    waiting.beginning.then(abandon, () => undefined);
    waiting = undefined;
  }

  /** Begins in place of what waits; `chosen` is settled by the choice, or by its being given up. */
  function begin(key: string, start: (chosen: Promise<void>) => Promise<Beginning>) {
    giveUp();
    const choice = createChoice();
    const beginning = start(choice.chosen);
    // The page that takes it learns of a refusal.
    beginning.catch(() => undefined);
    const one: Waiting<Beginning> = {
      key,
      beginning,
      isChosen: false,
      giveUp: choice.giveUp,
      timer: setTimeout(giveUp, aheadMs),
      choose() {
        clearTimeout(one.timer);
        one.timer = setTimeout(giveUp, chosenMs);
        one.isChosen = true;
        choice.choose();
      },
    };
    waiting = one;
    return one;
  }

  return {
    isWaiting: (key: string) => waiting?.key === key,
    /** Begins what may never be chosen; if that fails, the choice begins again. */
    beginAhead(key: string, start: (chosen: Promise<void>) => Promise<Beginning>): void {
      const ahead = begin(key, start);
      ahead.beginning.catch(() => {
        if (waiting === ahead) giveUp();
      });
    },
    beginChosen(key: string, start: (chosen: Promise<void>) => Promise<Beginning>): void {
      begin(key, start).choose();
    },
    /** Chooses what waits under this key. @returns whether there is such */
    choose(key: string): boolean {
      if (waiting?.key !== key) return false;
      waiting.choose();
      return true;
    },
    /** Gives what waits to its page. */
    take(): Promise<Beginning> {
      if (!waiting) throw new Error('nothing was begun');
      clearTimeout(waiting.timer);
      const { beginning } = waiting;
      waiting = undefined;
      return beginning;
    },
    /** Frees what was not chosen. */
    dropUnchosen(): void {
      if (waiting?.isChosen === false) giveUp();
    },
  };
}
