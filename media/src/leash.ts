/** Where a program finds the process that began it; `runTool` sets it. */
export const parentPid = 'PRAHARI_PARENT_PID';

/**
 * Shell: ends if the parent of this program is gone already. A program dies with its parent from
 * the moment on that it asked the kernel to (`setpriv --pdeathsig`); a parent that died before that
 * moment is found missing here, so that none is left in which a program could outlive it.
 */
export const orphanCheck = `[ "$PPID" = "$${parentPid}" ] || exit 1`;

/** Lists the words before a program that end it with its parent; `privileges` are more options of setpriv. */
export function listLeashWords(setpriv: string, ...privileges: readonly string[]): string[] {
  const run = ['/bin/sh', '-c', `${orphanCheck}; exec "$@"`, 'sh'];
  return [setpriv, '--pdeathsig', 'KILL', ...privileges, '--', ...run];
}
