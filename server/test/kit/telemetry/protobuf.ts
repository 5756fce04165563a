/**
 * Reads protobuf's wire format without a schema (protobuf.dev, "Encoding"), so that what the service exports is not checked
 * by the library that wrote it.
 */
export type Field = { readonly number: number; readonly value: bigint | Buffer };

export function fieldsOf(bytes: Buffer): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
      shift += 7n;
    }
  };
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError("a field is longer than its message");
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = tag >>> 3;
    switch (tag & 7) {
      case 0:
        fields.push({ number, value: varint() });
        break;
      case 1:
        fields.push({ number, value: take(8) });
        break;
      case 2:
        fields.push({ number, value: take(Number(varint())) });
        break;
      case 5:
        fields.push({ number, value: take(4) });
        break;
      default:
        throw new TypeError(`unknown wire type ${tag & 7}`);
    }
  }
  return fields;
}

/** The messages, texts, or fixed numbers of a repeated field. */
export const manyOf = (bytes: Buffer, number: number): readonly Buffer[] =>
  fieldsOf(bytes).flatMap((field) => (field.number === number && Buffer.isBuffer(field.value) ? [field.value] : []));

/** The same of a field that occurs once; empty if it is absent. */
export const oneOf = (bytes: Buffer, number: number): Buffer => manyOf(bytes, number)[0] ?? Buffer.alloc(0);

export const numberOf = (bytes: Buffer, number: number): number => {
  const value = fieldsOf(bytes).find((field) => field.number === number)?.value;
  return typeof value === "bigint" ? Number(value) : 0;
};
