export type Params = Readonly<Record<string, string>>;

export interface Match {
  readonly params: Params;
  /** The part matched by the pattern: nested routes begin there. */
  readonly base: string;
}

/**
 * Matches a path with a pattern. The pattern's parts are literal, `:name` for any one part, or a
 * last `*` for the rest, which may be empty. A slash at the end of either makes no difference.
 */
export function matchPattern(pattern: string, pathname: string): Match | null {
  const wanted = splitPath(pattern);
  const isOpen = wanted.at(-1) === '*';
  if (isOpen) wanted.pop();
  const given = splitPath(pathname);
  if (isOpen ? given.length < wanted.length : given.length !== wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = decoded(given[index] ?? '');
    if (part.startsWith(':')) params[part.slice(1)] = text;
    else if (part !== text) return null;
  }
  return {
    params,
    base: given
      .slice(0, wanted.length)
      .map((part) => `/${part}`)
      .join(''),
  };
}

function splitPath(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** Decodes a part; returns it unchanged if its encoding is invalid, since users type addresses. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
