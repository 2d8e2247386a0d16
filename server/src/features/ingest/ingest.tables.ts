import type {
  EncryptionScheme,
  FullDisk,
  ProcessingStep,
  ProcessingStepState,
  UploadJob,
} from '@prahari/contract';
import type { Narrow, Row } from '../../platform/db/tables.ts';

export type StepRow = Row<'processing_steps'>;
export type LogRow = Row<'processing_log'>;

declare module '../../platform/db/tables.ts' {
  interface Tables {
    content_keys: Narrow<
      'content_keys',
      { quality_class: 'AUDIO' | 'SD' | 'HD'; scheme: EncryptionScheme }
    >;
    key_renewals: Narrow<
      'key_renewals',
      { state: 'waiting' | 'done' | 'failed'; disk_wait: FullDisk }
    >;
    poster_choices: Narrow<'poster_choices', { state: 'waiting' | 'failed'; disk_wait: FullDisk }>;
    upload_jobs: Narrow<
      'upload_jobs',
      { state: UploadJob['state']; step: ProcessingStep; disk_wait: FullDisk }
    >;
    processing_steps: Narrow<
      'processing_steps',
      { step: ProcessingStep; state: ProcessingStepState }
    >;
    encoding_parts: Narrow<
      'encoding_parts',
      {
        step: 'transcode_low' | 'transcode_high';
        state: 'waiting' | 'left' | 'made';
        disk_wait: FullDisk;
      }
    >;
    processing_log: Narrow<'processing_log', { step: ProcessingStep }>;
  }
}
