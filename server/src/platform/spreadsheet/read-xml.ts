import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { SheetError } from './sheet.ts';

/** Longest run without a tag: a parser would gather such a text whole. */
const maxQuietBytes = 1024 ** 2;

export interface XmlHandlers {
  /** Names without their prefix; attributes with it. */
  open?(name: string, attribute: (name: string) => string | undefined): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Feeds XML to handlers, chunk by chunk. Document types are refused, so there are no entities but
 * the five of XML itself (CWE-776, CWE-611). Yields after each chunk.
 * @throws SheetError
 */
export async function* readXml(
  chunks: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let quietBytes = 0;
  parser.on('error', (error) => {
    throw notXml(error);
  });
  parser.on('doctype', () => {
    throw notXml();
  });
  parser.on('opentag', (tag) => {
    quietBytes = 0;
    handlers.open?.(withoutPrefix(tag.name), (name) =>
      Object.hasOwn(tag.attributes, name) ? tag.attributes[name] : undefined,
    );
  });
  parser.on('closetag', (tag) => {
    quietBytes = 0;
    handlers.close?.(withoutPrefix(tag.name));
  });
  parser.on('text', (text) => handlers.text?.(text));
  for await (const chunk of chunks) {
    quietBytes += chunk.length;
    if (quietBytes > maxQuietBytes) throw notXml();
    parser.write(decoded(decoder, chunk));
    yield;
  }
  parser.close();
  yield;
}

/** Reads a small part to its end. */
export async function readWholeXml(
  chunks: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
): Promise<void> {
  for await (const _ of readXml(chunks, handlers));
}

function decoded(decoder: TextDecoder, chunk: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw notXml(error);
  }
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function notXml(cause?: unknown): SheetError {
  if (cause instanceof SheetError) return cause;
  return new SheetError('not_readable', 'The workbook holds a part that can’t be read.', cause);
}
