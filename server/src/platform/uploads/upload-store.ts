import type { Readable } from 'node:stream';
import type { S3Bucket } from '../storage/s3-bucket.ts';

/** A stored range of a file that arrives by several requests, in an object store. */
export interface StoredPiece {
  readonly offsetBytes: number;
  readonly sizeBytes: number;
  /** The ETag that the store answered. */
  readonly etag: string;
  /** The object that holds it until a whole part is there; null for a part of the file itself. */
  readonly objectKey: string | null;
}

/** What the store needs to know again with each request. */
export interface ObjectUpload {
  /** The id of the multipart upload. */
  readonly id: string;
  /** The size of all its parts but the last. */
  readonly partBytes: number;
}

export interface ArrivingFile {
  readonly name: string;
  readonly lengthBytes: number;
  /** As `begin` returned it. */
  readonly upload: ObjectUpload | null;
  /** All that counts, by their offset. */
  readonly pieces: readonly StoredPiece[];
}

/** Bytes that outlive the end of this process, and where they are. */
export interface Arrived {
  /** Behind the last of them. */
  readonly offsetBytes: number;
  /** Those that were stored since the last time; a whole part replaces the pieces within it. */
  readonly pieces: readonly StoredPiece[];
}

export interface Arrival {
  readonly offsetBytes: number;
  /** Its chunks are only valid until the next is read. */
  readonly source: AsyncIterable<Buffer>;
  /** Called one at a time, while more bytes arrive and once at the end or failure of the source. */
  onStored(arrived: Arrived): Promise<void>;
}

/**
 * The store of files that are on their way: uploads until a worker made a video of them,
 * spreadsheets until they are imported. A folder, or object storage that several machines share.
 */
export interface UploadStore {
  /** Whether files lie in object storage: no disk of this machine fills. */
  readonly isShared: boolean;
  /** @throws AppError storage_full when `expectedBytes` would leave less than the reserve free */
  requireSpace(expectedBytes: number): Promise<void>;
  /** Counts the files for which bytes are coming in at this moment. */
  receiving(): number;
  /** Writes a new file that outlives a power cut. @returns its size */
  write(name: string, source: AsyncIterable<Buffer>): Promise<number>;

  /** Begins a file that arrives by several requests. */
  begin(name: string, lengthBytes: number): Promise<ObjectUpload | null>;
  /**
   * Stores bytes from an offset on. Those that arrived before a failure of the source are kept, and
   * `onStored` is called, before the error is rethrown.
   * @returns what was stored since `onStored` was last called: the end of the whole file
   * @throws FilePartLost; AppError storage_full, file_store_unavailable; errors of `source` and `onStored`
   */
  receive(file: ArrivingFile, arrival: Arrival): Promise<Arrived>;
  /** Makes the whole file of what arrived; may be repeated. @throws FilePartLost, AppError */
  complete(file: ArrivingFile): Promise<void>;
  /** Frees the room of bytes behind an offset; they don't count. */
  cutBack(name: string, offsetBytes: number): Promise<void>;
  /** Removes objects of pieces that a whole part replaced. Its failure leaves them until `removeTails`. */
  removePieces(objectKeys: readonly string[]): Promise<void>;
  /**
   * Removes the objects of all pieces of a whole file, also those that a killed process left. Its
   * failure leaves them until `remove`.
   */
  removeTails(name: string): Promise<void>;

  /** @returns the size of a whole file in bytes; null when there is none */
  sizeOf(name: string): Promise<number | null>;
  /** Reads the first bytes of a whole file. */
  readStart(name: string, bytes: number): Promise<Buffer>;
  /**
   * Makes a whole file readable on this machine: where it lies, or as a copy.
   * @param copy where a copy goes; what an earlier try fetched of it is used
   * @returns the path; null when there is no such file
   */
  fetch(name: string, copy: string, signal: AbortSignal): Promise<string | null>;
  /** Reads a range of a whole file, `end` inclusive. @returns null when there is no such file */
  openRange(name: string, range: { start: number; end: number }): Promise<Readable | null>;
  /** Gives a file a second name. @returns false when there is no such file */
  share(from: string, to: string): Promise<boolean>;
  /** Lists names of files that were not changed since a moment, unfinished ones too. */
  untouched(isWanted: (name: string) => boolean, since: Date): Promise<string[]>;
  /** Removes a file and all that belongs to it, if it exists. */
  remove(name: string): Promise<void>;
}

/**
 * The store answered that bytes are missing which it had accepted. What lies before them is there
 * and counts.
 */
export class FilePartLost extends Error {
  override readonly name = 'FilePartLost';
  readonly offsetBytes: number;
  /** Whether the file must be begun again. */
  readonly isUploadGone: boolean;

  constructor(offsetBytes: number, { isUploadGone = false }: { isUploadGone?: boolean } = {}) {
    super(`the object storage lost an upload's bytes from ${offsetBytes} on`);
    this.offsetBytes = offsetBytes;
    this.isUploadGone = isUploadGone;
  }
}

export interface UploadPlace {
  /** The name of the folder below DATA_DIR is that of the prefix in a bucket. */
  readonly dir: string;
  readonly bucket: S3Bucket | undefined;
  readonly reserveBytes: number;
  /** The size of the largest file that may arrive. */
  readonly maxBytes: number;
  /** An additional check of room, made with each check of the disk. @throws AppError */
  readonly requireMore?: () => Promise<void>;
}
