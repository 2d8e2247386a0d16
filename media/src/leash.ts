/** The variable that names the process that started a program; `runTool` sets it. */
export const parentPid = 'PRAHARI_PARENT_PID';

/**
 * Shell: ends if the parent of this program has died. A program dies with its parent once it has
 * asked the kernel for that (`setpriv --pdeathsig`); a parent that died earlier is found missing
 * here, so that a program never outlives it.
 */
export const orphanCheck = `[ "$PPID" = "$${parentPid}" ] || exit 1`;

/** Lists the words before a program that end it with its parent; `privileges` are more options of setpriv. */
export function listLeashWords(setpriv: string, ...privileges: readonly string[]): string[] {
  const run = ['/bin/sh', '-c', `${orphanCheck}; exec "$@"`, 'sh'];
  return [setpriv, '--pdeathsig', 'KILL', ...privileges, '--', ...run];
}
