import { doctor } from './en/doctor.ts';

/** Texts of the playback doctor, which come with it. */
export const enDoctor = { doctor } as const;
