/** One field of a protocol-buffers message: a number, or bytes. Fixed-width fields are bytes too. */
export interface ProtoField {
  readonly number: number;
  readonly value: number | Buffer;
}

const varintBytes = 10;
/**
 * Of a varint that still is a safe integer; longer ones are times and ids, which are not read here.
 */
const readBits = 49;

/**
 * Reads the fields of one message (protocol buffers, 'Encoding'), without knowing its schema.
 * @returns null when the bytes are no whole message
 */
export function readFields(bytes: Buffer): ProtoField[] | null {
  const fields: ProtoField[] = [];
  let at = 0;

  function varint(): number | null {
    let value = 0;
    for (let i = 0; i < varintBytes; i += 1) {
      const byte = bytes[at];
      if (byte === undefined) return null;
      at += 1;
      if (i * 7 < readBits) value += (byte & 0x7f) * 2 ** (i * 7);
      if (byte < 0x80) return value;
    }
    return null;
  }

  function take(length: number): Buffer | null {
    if (at + length > bytes.length) return null;
    at += length;
    return bytes.subarray(at - length, at);
  }

  function fieldValue(wireType: number): number | Buffer | null {
    if (wireType === 0) return varint();
    if (wireType === 1) return take(8);
    if (wireType === 5) return take(4);
    if (wireType !== 2) return null;
    const length = varint();
    return length === null ? null : take(length);
  }

  while (at < bytes.length) {
    const tag = varint();
    if (tag === null || tag < 8) return null;
    const value = fieldValue(tag % 8);
    if (value === null) return null;
    fields.push({ number: Math.floor(tag / 8), value });
  }
  return fields;
}

/** Reads the byte strings of all fields with that number. */
export function readBytes(fields: readonly ProtoField[], number: number): Buffer[] {
  return fields.flatMap((field) =>
    field.number === number && typeof field.value !== 'number' ? [field.value] : [],
  );
}

/** Reads the first number under that field number. */
export function readNumber(fields: readonly ProtoField[], number: number): number | undefined {
  const found = fields.find((field) => field.number === number && typeof field.value === 'number');
  return typeof found?.value === 'number' ? found.value : undefined;
}
