import { readFileSync } from 'node:fs';

/** Memory that a process holds (proc(5), `VmRSS`); 0 where the system doesn't say. */
export function readResidentBytes(pid: number): number {
  try {
    const [, kibibytes] =
      /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
