/** The extensions that the service accepts, for file pickers. The service decides by the content. */
export const ACCEPTED_FILES = ".pdf,.png,.jpg,.jpeg,.heic,.heif,.webp,.gif,.tif,.tiff,.txt,.csv,.docx,.xlsx";
export const ACCEPTED_FILES_HINT = "PDF, image, text, CSV, Word, or Excel file, up to 32 MB";

/** A form on paper: a phone then sends a photo as JPEG, from which the service removes the location. */
export const SCANS = { accept: ".pdf,.jpg,.jpeg,.png", hint: "PDF, JPEG, or PNG, up to 32 MB" } as const;

const BYTES_MAX = 32 * 1024 * 1024;

/** What is wrong with a file before it is uploaded. */
export const fileProblem = (file: File): string | undefined =>
  file.size > BYTES_MAX ? `${file.name} is larger than 32 MB.` : file.size === 0 ? `${file.name} is empty.` : undefined;

const units = ["bytes", "KB", "MB"] as const;

export function formatSize(bytes: number): string {
  let [size, unit] = [bytes, 0];
  for (; size >= 1024 && unit < units.length - 1; unit += 1) size /= 1024;
  return `${unit === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${units[unit] ?? "MB"}`;
}
