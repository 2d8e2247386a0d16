import * as z from 'zod/mini';

/** The disk of the server's files, or the disk of the database. */
const fullDisks = ['files', 'database'] as const;
export type FullDisk = (typeof fullDisks)[number];

/** A job that met a full disk. It waits, and continues by itself when there is room. */
export const diskWaitSchema = z.object({
  disk: z.enum(fullDisks),
  /** Bytes that must still become free, as last looked at; null where the disk is not this machine's. */
  missingBytes: z.nullable(z.number()),
});
export type DiskWait = z.infer<typeof diskWaitSchema>;
