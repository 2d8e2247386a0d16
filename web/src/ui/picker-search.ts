import { foldForSearch } from './search-fold.ts';

/** One of what a `Picker` offers. */
export interface PickerOption {
  readonly value: string;
  readonly label: string;
  /** Stands beside the label, such as how many there are. */
  readonly note?: string;
}

/** Finds the options that contain a text; those with a word that begins with it come first. */
export function findOptions(
  options: readonly PickerOption[],
  typed: string,
): readonly PickerOption[] {
  const wanted = foldForSearch(typed).trim();
  if (wanted === '') return options;
  const first: PickerOption[] = [];
  const others: PickerOption[] = [];
  for (const option of options) {
    const label = foldForSearch(option.label);
    if (label.startsWith(wanted) || label.includes(` ${wanted}`)) first.push(option);
    else if (label.includes(wanted)) others.push(option);
  }
  return [...first, ...others];
}

/** Finds the option that a typed text names; undefined where none has just this label. */
export function findNamed(
  options: readonly PickerOption[],
  typed: string,
): PickerOption | undefined {
  const exact = typed.trim();
  const wanted = foldForSearch(typed).trim();
  return (
    options.find(({ label }) => label === exact) ??
    options.find(({ label }) => foldForSearch(label).trim() === wanted)
  );
}
