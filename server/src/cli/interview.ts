import { Refusal } from "#kernel/refusal.ts";
import { CommandRefused } from "./action.ts";
import type { Terminal } from "./output.ts";

/** A question, and how its answer is understood. */
export interface Question<Value> {
  /** Such as `railSettings.companyName`: problems with the result name it. */
  readonly path: string;
  readonly text: string;
  /** What an empty answer means; undefined if an answer is required, unless `read` accepts an empty one. */
  readonly fallback?: string | undefined;
  readonly isSecret?: boolean;
  readonly read: (text: string) => { readonly value: Value } | { readonly problem: string };
}

export type Ask = <Value>(question: Question<Value>) => Promise<Value>;

/** What a person types to get to the question before. */
const BACK = "back";
const ATTEMPTS = 5;
/** How often a person may go back, or change what was refused. */
const ROUNDS_MAX = 1_000;

class GoBack extends Error {
  override readonly name = "GoBack";
}

interface Given {
  readonly path: string;
  readonly text: string;
}

/**
 * Asks questions one after the other, and submits the answers. A person can go back; answers are kept, and an empty answer
 * to the same question repeats the one before. If the result is refused, the questions that it names are asked again.
 *
 * Going back asks the same questions from the start, with the answers up to that place, so `questions` stays a plain
 * sequence.
 */
export async function interview<Answers, Result>(
  terminal: Terminal,
  questions: (ask: Ask) => Promise<Answers>,
  submit: (answers: Answers) => Promise<Result>,
): Promise<Result> {
  let given: readonly Given[] = [];
  const kept = new Map<string, string>();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const answered: Given[] = [];
    const ask: Ask = async (question) => {
      const { path, read } = question;
      const before = given[answered.length];
      const repeated = before?.path === path ? read(before.text) : undefined;
      if (before !== undefined && repeated !== undefined && "value" in repeated) {
        answered.push(before);
        return repeated.value;
      }
      // From here on, the person answers: what was given later may not fit.
      given = [];
      const { text, value } = await askPerson(terminal, question, {
        kept: kept.get(path),
        isFirst: answered.length === 0,
      });
      kept.set(path, text);
      answered.push({ path, text });
      return value;
    };
    try {
      return await submit(await questions(ask));
    } catch (error) {
      if (error instanceof GoBack) given = answered.slice(0, -1);
      else if (error instanceof Refusal) {
        terminal.complain(`${error.message}\n${problemLines(error)}Nothing was added. Your answers are kept.`);
        given = answered.slice(0, firstProblem(answered, error));
      } else throw error;
    }
  }
  throw noAnswer();
}

async function askPerson<Value>(
  terminal: Terminal,
  { text, fallback, isSecret = false, read }: Question<Value>,
  { kept, isFirst }: { readonly kept: string | undefined; readonly isFirst: boolean },
): Promise<{ readonly text: string; readonly value: Value }> {
  const shown = kept === undefined ? fallback : isSecret ? "as before" : kept;
  const prompt = shown === undefined || shown === "" ? text : `${text} [${shown}]`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const typed = await terminal.ask(`${prompt}\n> `);
    if (typed.trim().toLowerCase() === BACK) {
      if (!isFirst) throw new GoBack();
      terminal.complain("This is the first question.");
      continue;
    }
    const meant = typed === "" ? (kept ?? fallback ?? "") : typed;
    const answer = read(meant);
    if ("value" in answer) return { text: meant, value: answer.value };
    terminal.complain(answer.problem);
  }
  throw noAnswer();
}

const noAnswer = () => new CommandRefused("There was no answer that can be used. Nothing was added.", undefined);

const problemsOf = ({ details }: Refusal): readonly { readonly path: string; readonly message: string }[] =>
  Array.isArray(details["fields"]) ? details["fields"] : [];

const problemLines = (refusal: Refusal): string =>
  problemsOf(refusal)
    .map(({ path, message }) => `  ${path}: ${message}\n`)
    .join("");

/** The place of the first question that a refusal names; otherwise, of the first question. */
function firstProblem(answered: readonly Given[], refusal: Refusal): number {
  const paths = problemsOf(refusal).map(({ path }) => path);
  const isNamed = (question: string) => paths.some((path) => path === question || path.startsWith(`${question}.`));
  return Math.max(
    0,
    answered.findIndex(({ path }) => isNamed(path)),
  );
}
