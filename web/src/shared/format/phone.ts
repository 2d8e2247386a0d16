/** Ten digits of India: read in two halves, as they are said. */
const indian = /^(\+91)(\d{5})(\d{5})$/;

/**
 * Splits a number in E.164 form into the groups that people read it by. One whose country's habit
 * we don't know stays one group, as does what is no number.
 */
export function splitPhone(contactNumber: string): readonly string[] {
  const found = indian.exec(contactNumber);
  return found ? found.slice(1) : [contactNumber];
}

/** Writes a number as people read it: `+91 98200 10013`. */
export function formatPhone(contactNumber: string): string {
  return splitPhone(contactNumber).join(' ');
}
