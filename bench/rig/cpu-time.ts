import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ: 100 on every Linux that Node runs on (proc(5), `/proc/pid/stat`). */
const ticksPerSecond = 100;

interface CpuFigures {
  readonly parent: number;
  readonly ownSeconds: number;
  /** Of children that have ended and were waited for. */
  readonly endedChildrenSeconds: number;
}

export const canReadCpuTime = process.platform === 'linux';

/** CPU seconds that a process itself has used since its start. */
export function readOwnCpuSeconds(pid: number): number {
  return figuresOf(pid)?.ownSeconds ?? 0;
}

/** CPU seconds of those children of ours that have ended. */
export function readEndedChildrenCpuSeconds(): number {
  return figuresOf(process.pid)?.endedChildrenSeconds ?? 0;
}

/** CPU seconds of a process, its living descendants and all that ended among them. */
export function readTreeCpuSeconds(pid: number): number {
  const processes = allProcesses();
  const sum = (root: number): number => {
    const figures = processes.get(root);
    if (!figures) return 0;
    const children = [...processes].filter(([, { parent }]) => parent === root);
    const below = children.reduce((total, [child]) => total + sum(child), 0);
    return figures.ownSeconds + figures.endedChildrenSeconds + below;
  };
  return sum(pid);
}

/** The living descendants of a process. */
export function listDescendants(pid: number): number[] {
  const processes = [...allProcesses()];
  const below = (root: number): number[] =>
    processes
      .filter(([, { parent }]) => parent === root)
      .flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

function allProcesses(): ReadonlyMap<number, CpuFigures> {
  const processes = new Map<number, CpuFigures>();
  for (const name of canReadCpuTime ? readdirSync('/proc') : []) {
    const figures = /^\d+$/.test(name) ? figuresOf(Number(name)) : undefined;
    if (figures) processes.set(Number(name), figures);
  }
  return processes;
}

function figuresOf(pid: number): CpuFigures | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The second field, the name in brackets, may itself hold blanks and brackets.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
  return {
    parent,
    ownSeconds: (user + system) / ticksPerSecond,
    endedChildrenSeconds: (childrenUser + childrenSystem) / ticksPerSecond,
  };
}
