/** Cents as the digits of a file; negative amounts do not occur in check files. */
export function formatCheckAmount(amountMinor: bigint, decimals: "implied" | "explicit"): string {
  const digits = amountMinor.toString().padStart(3, "0");
  return decimals === "implied" ? amountMinor.toString() : `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const IMPLIED = /^[0-9]{1,15}$/;
const EXPLICIT = /^[0-9]{1,13}\.[0-9]{2}$/;

/** The cents in a field whose fill was removed; undefined if it is not an amount in this form. */
export function parseCheckAmount(text: string, decimals: "implied" | "explicit"): bigint | undefined {
  if (!(decimals === "implied" ? IMPLIED : EXPLICIT).test(text)) return undefined;
  return BigInt(text.replace(".", ""));
}
