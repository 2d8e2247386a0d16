import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Something that left the server, or that a browser holds. */
export interface RecordedOutput {
  /** Its source, for the report of a leak. */
  readonly what: string;
  /** Of an answer: its status line and headers. */
  readonly head: string;
  readonly body: Uint8Array;
}

const lengthBytes = 4;

/** Appends to the file in one write, so that it outlives a process that is killed afterwards. */
export function appendOutput(file: string, { what, head, body }: RecordedOutput): void {
  const parts = [Buffer.from(what), Buffer.from(head), body].flatMap((part) => {
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32BE(part.length);
    return [length, part];
  });
  appendFileSync(file, Buffer.concat(parts));
}

/** Reads all outputs recorded so far. */
export function* readOutputs(file: string): Generator<RecordedOutput> {
  if (!existsSync(file)) return;
  const bytes = readFileSync(file);
  let at = 0;
  const next = () => {
    const from = at + lengthBytes;
    at = from + bytes.readUInt32BE(at);
    return bytes.subarray(from, at);
  };
  while (at < bytes.length) {
    yield { what: next().toString(), head: next().toString(), body: next() };
  }
}
