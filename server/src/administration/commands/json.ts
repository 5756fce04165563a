/** JSON text of a result: cents and counts beyond a double's exactness become strings. */
export const jsonOf = (value: unknown, indent?: number): string =>
  JSON.stringify(value, (_key, member: unknown) => (typeof member === "bigint" ? exactNumber(member) : member), indent);

const exactNumber = (value: bigint): number | string =>
  value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER ? String(value) : Number(value);
