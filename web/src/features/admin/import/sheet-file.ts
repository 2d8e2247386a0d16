/** For the `accept` attribute of a file picker. */
export const acceptedSheets = '.csv,.xlsx';

export type SheetKind = 'csv' | 'xlsx' | 'old-excel' | 'other';

/** Told by the ending: browsers call CSV by many media types. The server looks at the bytes. */
export function detectSheetKind(name: string): SheetKind {
  const ending = /\.([^.]+)$/.exec(name.toLowerCase())?.[1];
  if (ending === 'csv' || ending === 'xlsx') return ending;
  return ending === 'xls' ? 'old-excel' : 'other';
}
