/** A part that was offered, as it is in the database. */
export interface PartStanding {
  readonly id: string;
  readonly name: string;
  /** The lower, the sooner its own worker wants it. */
  readonly place: number;
  readonly weight: number;
  readonly state: 'waiting' | 'left' | 'made';
  /** Whether a worker is on it. */
  readonly isHeld: boolean;
  /** 0 to 1, of the worker that is on it. */
  readonly progress: number;
}

/** What the worker of a video does next about its parts. */
export interface Move {
  /** Made by others, to be fetched. */
  readonly fetch: readonly PartStanding[];
  /** To be made here, the first that can be claimed. */
  readonly claim: readonly PartStanding[];
  /** To be made here without a claim: others don't know of them. */
  readonly make: readonly string[];
}

/** Plans what the worker of a video does next; it waits if there is nothing. */
export function planMove(wanted: ReadonlySet<string>, all: readonly PartStanding[]): Move {
  const known = new Set(all.map(({ name }) => name));
  const rows = all.filter(({ name }) => wanted.has(name));
  return {
    fetch: rows.filter(({ state }) => state === 'made'),
    claim: orderForOwner(rows),
    make: [...wanted].filter((name) => !known.has(name)),
  };
}

/** Lists what the worker of a video may make, the best first: those that no other worker will make. */
function orderForOwner(rows: readonly PartStanding[]): PartStanding[] {
  const isLeft = ({ state }: PartStanding) => Number(state === 'left');
  return rows
    .filter(({ state, isHeld }) => state !== 'made' && !isHeld)
    .toSorted((a, b) => isLeft(b) - isLeft(a) || a.place - b.place);
}

/**
 * Lists what another worker may make, the best first: from the end, where its own worker comes
 * last. The last part is also the longest.
 */
export function orderForHelper<Row extends Pick<PartStanding, 'place' | 'state' | 'isHeld'>>(
  rows: readonly Row[],
): Row[] {
  return rows
    .filter(({ state, isHeld }) => state === 'waiting' && !isHeld)
    .toSorted((a, b) => b.place - a.place);
}

/** Computes how much of the wanted parts others have made or are making, in weight. */
export function computeElsewhere(
  wanted: ReadonlySet<string>,
  rows: readonly PartStanding[],
  own: string | undefined,
): number {
  let sum = 0;
  for (const { id, name, weight, state, isHeld, progress } of rows) {
    if (!wanted.has(name) || id === own) continue;
    if (state === 'made') sum += weight;
    else if (isHeld) sum += weight * progress;
  }
  return sum;
}

const nameForm = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.(\d+)\.([\w-]{1,60}\.(?:mp4|aac))$/;

/** Names a file of a part in the store: by the try that made it, so that no two write to one. */
export function formatPartFileName(
  { jobId, partId, fence }: { jobId: string; partId: string; fence: number },
  file: string,
): string {
  return `${jobId}.${partId}.${fence}.${file}`;
}

/** Reads whose part a file in the store is; undefined for other files. */
export function parsePartFileName(name: string): { jobId: string; partId: string } | undefined {
  const [, jobId, partId] = nameForm.exec(name) ?? [];
  return jobId === undefined || partId === undefined ? undefined : { jobId, partId };
}

const helperPrefix = 'help-';

/** Names the folder in which a process helps with a job, within the work folder of the job. */
export function formatHelperFolder(helperId: string): string {
  return `${helperPrefix}${helperId}`;
}

/** Tells whether another worker, over the same folders, may be at work in a folder. */
export function isHelperFolder(name: string): boolean {
  return name.startsWith(helperPrefix);
}
