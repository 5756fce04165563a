import { createInterface } from "node:readline";

/**
 * A line from standard input: what is piped in, or what a person types, who is asked for it. Empty when there is none. What
 * is typed is seen, so that a slip is, too.
 */
export async function ask(question: string): Promise<string> {
  const { stdin, stderr } = process;
  // The question does not belong to the result, which may go to a file.
  if (stdin.isTTY) stderr.write(question);
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    for await (const line of lines) return line.trim();
    return "";
  } finally {
    lines.close();
  }
}
