export { type AdmittedSegment, watchDownloads } from './watch-downloads.usecases.ts';
