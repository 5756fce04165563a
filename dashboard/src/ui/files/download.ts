/** Saves a text as a CSV file. */
export const download = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: "text/csv;charset=utf-8" }));

/** A browser that is busy may begin to read the content after the click has returned. */
const CONTENT_KEPT_MS = 60_000;

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), CONTENT_KEPT_MS);
}
