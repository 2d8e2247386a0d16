/** One message of a stream of server-sent events. */
export interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

/** More than any event of ours; what never ends a line is no such stream. */
const longestLine = 64 * 1024;

/**
 * Reads server-sent events (WHATWG HTML, 9.2.6) from text that arrives in pieces of any size.
 * @returns takes the next piece; throws RangeError when a line does not end
 */
export function createEventParser(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let begun = '';
  let endedByReturn = false;
  let name = '';
  let data: string[] = [];

  function takeLine(line: string): void {
    if (line === '') {
      if (data.length > 0) onEvent({ name: name === '' ? 'message' : name, data: data.join('\n') });
      name = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  }

  return (piece) => {
    if (piece === '') return;
    // A line may end with a return and a feed, of which each is an end itself.
    const text = begun + (endedByReturn && piece.startsWith('\n') ? piece.slice(1) : piece);
    endedByReturn = piece.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/);
    begun = lines.pop() ?? '';
    for (const line of lines) takeLine(line);
    if (begun.length > longestLine) throw new RangeError('A line of an event stream is too long');
  };
}
