import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/**
 * A line from standard input: piped in, or typed at a prompt. Empty if there is none. Typed text is visible, so that
 * mistakes are, too.
 */
export async function ask(question: string): Promise<string> {
  const { stdin, stderr } = process;
  // The prompt goes to stderr, because the result may go to a file.
  if (stdin.isTTY) stderr.write(question);
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    for await (const line of lines) return line.trim();
    return "";
  } finally {
    lines.close();
  }
}

/** The same, but what is typed is not shown: for a secret that is pasted. */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return ask(question);
  stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  try {
    return await new Promise<string>((resolve) => {
      lines.once("line", (line) => resolve(line.trim()));
      // Ctrl-C and Ctrl-D: no answer.
      lines.once("close", () => resolve(""));
    });
  } finally {
    lines.close();
    stderr.write("\n");
  }
}
