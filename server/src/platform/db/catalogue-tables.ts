import type { Chapter, EncryptionScheme, LeftOutTrack } from '@prahari/contract';
import type { ColumnType, Generated } from 'kysely';
import type { DiskWaitColumns } from '../disk/disk-wait.ts';
import type { Instant, Optional, OptionalInstant } from './columns.ts';

/** Videos, what is said of them, and the groups that they can be for. */
export interface CatalogueTables {
  videos: {
    id: string;
    title: string;
    description: string;
    status: 'empty' | 'processing' | 'ready' | 'failed';
    /** The switch; whether it is out depends on the schedule too. */
    published: boolean;
    publish_when_ready: boolean;
    category: Optional<string>;
    difficulty: Optional<'beginner' | 'intermediate' | 'advanced'>;
    type: Optional<'lecture' | 'practical' | 'discussion' | 'revision'>;
    /** RFC 5646. */
    language: Optional<string>;
    tags: Generated<string[]>;
    chapters: ColumnType<Chapter[], string | undefined, string>;
    publish_at: OptionalInstant;
    unpublish_at: OptionalInstant;
    for_everyone: Generated<boolean>;
    kendra_types: Generated<string[]>;
    countries: Generated<string[]>;
    districts: Generated<string[]>;
    group_ids: Generated<string[]>;
    /** Of a picture chosen later; null: the one made with the lecture. */
    poster_id: Optional<string>;
    deleted_at: OptionalInstant;
    /** What search looks through; made by the database. */
    search_text: ColumnType<string, never, never>;
    duration_seconds: Optional<number>;
    left_out: ColumnType<LeftOutTrack[], string | undefined, string>;
    /** Folder of the published media in the object store; null until there is one. */
    media_prefix: Optional<string>;
    /** Which manifest is current; 0 for media of the first versions, with its manifest at the prefix. */
    media_revision: Generated<number>;
    key_generation: Generated<number>;
    /** In which schemes its media is there, the preferred first. */
    encryption_schemes: Generated<EncryptionScheme[]>;
    /** Counted up when signed paths must open nothing any more; a path names its count. */
    path_epoch: Generated<number>;
    paths_cut_at: OptionalInstant;
    has_storyboard: Generated<boolean>;
    /** Beside the poster made with the lecture. */
    has_card: Generated<boolean>;
    chosen_has_card: Generated<boolean>;
    has_slides: Generated<boolean>;
    /** Of the poster made with the lecture: 0 until it is made again. */
    poster_revision: Generated<number>;
    /** The same of storyboard and slides. */
    pictures_revision: Generated<number>;
    created_by: string;
    created_at: Instant;
    updated_at: Instant;
  };
  stored_media: {
    video_id: string;
    media_bytes: number;
    poster_bytes: number;
    objects: number;
    measured_at: Instant;
  };
  video_captions: {
    video_id: string;
    /** RFC 5646. */
    language: string;
    label: string;
    body: string;
    updated_at: Instant;
  };
  poster_choices: DiskWaitColumns & {
    video_id: string;
    id: string;
    at_seconds: Optional<number>;
    picture: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    state: 'waiting' | 'failed';
    chosen_by: string;
    created_at: Instant;
    attempts: Generated<number>;
  };
  user_groups: {
    id: string;
    name: string;
    /** Null for groups of the first versions. */
    created_by: Optional<string>;
    created_at: Instant;
  };
  user_group_members: { group_id: string; user_id: string };
}
