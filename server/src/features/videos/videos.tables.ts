import type { Chapter, EncryptionScheme, LeftOutTrack } from '@prahari/contract';
import type { Computed } from '../../platform/db/columns.ts';
import type { Narrow, Row } from '../../platform/db/tables.ts';

/** A video with all columns of the table. */
export type VideoRow = Row<'videos'>;

declare module '../../platform/db/tables.ts' {
  interface Tables {
    videos: Narrow<
      'videos',
      {
        status: 'empty' | 'processing' | 'ready' | 'failed';
        difficulty: 'beginner' | 'intermediate' | 'advanced';
        type: 'lecture' | 'practical' | 'discussion' | 'revision';
        chapters: Chapter[];
        left_out: LeftOutTrack[];
        /** The preferred first. */
        encryption_schemes: EncryptionScheme[];
        search_text: Computed<string>;
      }
    >;
  }
}
