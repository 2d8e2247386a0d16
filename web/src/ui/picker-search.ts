/** One of what a `Picker` offers. */
export interface PickerOption {
  readonly value: string;
  readonly label: string;
  /** Stands beside the label, such as how many there are. */
  readonly note?: string;
}

/** Marks that people leave out when they type: accents of Latin, the nukta, and joiners. */
const LEFT_OUT = /[\u0300-\u036f]|\u093c|\u200c|\u200d/gu;

/**
 * Folds a text for search: अलीगढ़ is found in both ways that Unicode writes it and without its dot,
 * चाँद also as चांद, São as sao.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(LEFT_OUT, '')
    .replaceAll('\u0901', '\u0902')
    .toLowerCase()
    .trim();
}

/** Finds the options that contain a text; those with a word that begins with it come first. */
export function findOptions(
  options: readonly PickerOption[],
  typed: string,
): readonly PickerOption[] {
  const wanted = foldForSearch(typed);
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
  const wanted = foldForSearch(typed);
  return (
    options.find(({ label }) => label === exact) ??
    options.find(({ label }) => foldForSearch(label) === wanted)
  );
}
