import { openS3Storage } from '../storage/s3.ts';

/** Publishes a folder like a worker, as a process that a test can kill. */
const [place = '', folder = '', prefix = ''] = process.argv.slice(2);
const storage = await openS3Storage(JSON.parse(place));
await storage.publish(folder, prefix);
