/** What customers send to the bank. */
export type InboundFormat = "nacha" | "pain.001" | "pacs.008" | "pacs.028" | "camt.056" | "checks-pdf" | "positive-pay";

/** What is looked at to recognize a file. */
const HEAD_BYTES = 4_096;

const namespaces: readonly (readonly [prefix: string, format: InboundFormat])[] = [
  ["pain.001.", "pain.001"],
  ["pacs.008.", "pacs.008"],
  ["pacs.028.", "pacs.028"],
  ["camt.056.", "camt.056"],
];

/** The format of a file by its first bytes; undefined if it is none that the bank takes. */
export function formatOf(content: Uint8Array): InboundFormat | undefined {
  const head = Buffer.from(content.subarray(0, HEAD_BYTES)).toString("latin1");
  if (head.startsWith("%PDF-")) return "checks-pdf";
  if (/^101[ 0-9]/.test(head)) return "nacha";
  if (isXml(head)) return namespaces.find(([prefix]) => head.includes(`iso:20022:tech:xsd:${prefix}`))?.[1];
  // Positive-pay files have no signature: lines of printable text with digits in the first one.
  const [first = ""] = head.split(/\r?\n/, 1);
  return /^[ -~]{8,}$/.test(first) ? "positive-pay" : undefined;
}

const isXml = (head: string): boolean => /^(?:\xef\xbb\xbf)?\s{0,80}</.test(head);

/** Why the format of a file is not one that the bank takes. */
export function findUnreadableFormat(content: Uint8Array): string {
  if (content.length === 0) return "The file is empty";
  const head = Buffer.from(content.subarray(0, HEAD_BYTES)).toString("latin1");
  return isXml(head) ? "The message is not one that this bank takes" : "The format of the file is not known";
}
