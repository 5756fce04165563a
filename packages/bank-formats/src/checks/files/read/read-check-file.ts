import { checkProblemLog } from "../check-file-error.ts";
import type { CheckStatus } from "../check-record.ts";
import type { CheckFileTolerance } from "../fields/parse-field.ts";
import type { CheckFileTemplate } from "../template/check-template.ts";
import { checkLineReader, type ReadCheck } from "./check-line-reader.ts";
import { type CheckFileEnvelope, checkLineSequence } from "./check-line-sequence.ts";
import { CHECK_LINE_LENGTH_MAX, CheckLineTooLong, splitCheckLines } from "./line-splitter.ts";

export interface ReadCheckFileOptions {
  /** The accounts that the file may name, with their leading zeros. By default, any account, without leading zeros. */
  readonly accounts?: readonly string[];
  /** What a file without codes says about its checks. Default: the template's first status. */
  readonly status?: CheckStatus;
  readonly tolerant?: CheckFileTolerance;
  /** Reading stops after this many problems. Default: 50. */
  readonly problemsMax?: number;
}

function fileReader(template: CheckFileTemplate, options: ReadCheckFileOptions) {
  const { tolerant = {}, accounts, status, problemsMax } = options;
  const log = checkProblemLog(problemsMax);
  const lines = splitCheckLines();
  const decoder = new TextDecoder("utf-8");
  const sequence = checkLineSequence(
    template,
    tolerant,
    checkLineReader(template, { accounts, status, tolerant }, log),
    log,
  );
  function* read(texts: Iterable<string>): Generator<ReadCheck> {
    try {
      for (const text of texts) {
        const check = sequence.accept(text);
        if (check) yield check;
      }
    } catch (error) {
      if (!(error instanceof CheckLineTooLong)) throw error;
      log.add(sequence.lines() + 1, "", "", `must have at most ${CHECK_LINE_LENGTH_MAX} characters`);
      log.finish();
    }
  }
  const push = (piece: string | Uint8Array): Generator<ReadCheck> =>
    read(lines.push(typeof piece === "string" ? piece : decoder.decode(piece, { stream: true })));
  function* end(): Generator<ReadCheck> {
    yield* read(lines.push(decoder.decode()));
    yield* read(lines.end());
    sequence.finish();
  }
  return { push, end, envelope: sequence.envelope };
}

/**
 * Reads a bank's file of checks, such as its paid checks and exceptions, in pieces and in bounded memory. Checks come
 * before the trailer that confirms them is read: use none of them until the reading has ended. Throws `CheckFileError`
 * with all problems, up to `problemsMax`.
 */
export async function* readCheckFile(
  template: CheckFileTemplate,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  options: ReadCheckFileOptions = {},
): AsyncGenerator<ReadCheck> {
  const reader = fileReader(template, options);
  for await (const piece of pieces) yield* reader.push(piece);
  yield* reader.end();
}

/** Reads a file that is in memory. Throws `CheckFileError`. */
export function parseCheckFile(
  template: CheckFileTemplate,
  text: string,
  options: ReadCheckFileOptions = {},
): CheckFileEnvelope & { readonly checks: readonly ReadCheck[] } {
  const reader = fileReader(template, options);
  const checks = [...reader.push(text), ...reader.end()];
  return { ...reader.envelope(), checks };
}
