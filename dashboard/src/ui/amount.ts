/** An amount as people type it ($1,234.50), as the API takes it; undefined while it is none. The service judges its size. */
export function parseAmount(typed: string): number | undefined {
  const plain = typed.replaceAll(/[$,\s]/g, "");
  return /^\d{1,12}(\.\d{1,2})?$/.test(plain) ? Number.parseFloat(plain) : undefined;
}
