type Name = string | false | null | undefined;

/**
 * Binds a CSS module: the returned function turns local names into one class attribute, skipping
 * falsy names and names that the module does not define.
 */
export function classNames(styles: Readonly<Record<string, string>>) {
  return (...names: readonly Name[]): string =>
    names
      .map((name) => (name ? styles[name] : undefined))
      .filter(Boolean)
      .join(' ');
}
