import { useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { newKey } from "../forms/new-key.ts";
import { fileProblem } from "./accepted-files.ts";
import { sendWithProgress } from "./send-file.ts";

/**
 * Uploads files one after the other; one that is refused does not stop the others. A file without an answer is sent again
 * with the same key when it is chosen again.
 */
export function useUpload(path: string, onDone: () => Promise<unknown>, { takesKey = true } = {}) {
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [keys] = useState(() => new Map<string, string>());
  const send = async (file: File, fields: Readonly<Record<string, string>>): Promise<void> => {
    const name = `${path} ${file.name} ${file.size} ${file.lastModified} ${JSON.stringify(fields)}`;
    const key = keys.get(name) ?? newKey();
    keys.set(name, key);
    setProgress(0);
    await sendWithProgress({
      path,
      file,
      fields: takesKey ? { ...fields, idempotencyKey: key } : fields,
      onProgress: setProgress,
    });
    // Attaching it again after it was deleted is a new upload.
    keys.delete(name);
  };
  const upload = async (files: readonly File[], fields: Readonly<Record<string, string>> = {}): Promise<void> => {
    setProblem(undefined);
    const problems: string[] = [];
    for (const file of files) {
      try {
        const wrong = fileProblem(file);
        if (wrong === undefined) await send(file, fields);
        else problems.push(wrong);
      } catch (error) {
        problems.push(files.length === 1 ? messageOf(error) : `${file.name}: ${messageOf(error)}`);
      }
    }
    if (problems.length > 0) setProblem(problems.join(" "));
    setProgress(undefined);
    await onDone();
  };
  return { progress, problem, upload };
}
