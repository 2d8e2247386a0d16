import * as z from 'zod/mini';
import { idSchema, instantSchema } from './fields.ts';

/** A video that is on its way (tus 1.0), as its uploader sees it. */
export const unfinishedUploadSchema = z.object({
  /** Becomes the id of the job. */
  id: idSchema,
  /** The announced video that the file is for; null when it becomes a new video. */
  videoId: z.nullable(idSchema),
  title: z.string(),
  fileName: z.string(),
  fileSizeBytes: z.number(),
  /** From the sender's file system, to recognise the file again; null when not given. */
  fileModifiedAt: z.nullable(instantSchema),
  /** Bytes that are stored on the server. */
  offsetBytes: z.number(),
  createdAt: instantSchema,
  /** When it is discarded unless more bytes arrive. */
  expiresAt: instantSchema,
});
export type UnfinishedUpload = z.infer<typeof unfinishedUploadSchema>;
