/** Whether the user chose to watch what was opened: settled once. */
export interface Choice {
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
    giveUp = () => reject(new Error('nobody chose to watch it'));
  });
  chosen.catch(() => undefined);
  return { chosen, choose, giveUp };
}
