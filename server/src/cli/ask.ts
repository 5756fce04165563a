import { createInterface } from "node:readline";

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
