/** The pattern of LIKE that finds a text anywhere; what means something in patterns is taken as it stands. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
