import { Ajv, type ErrorObject } from "ajv";
import addFormats from "ajv-formats";
import type { Static, TSchema } from "typebox";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import { valueProblem } from "#kernel/http/validation.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Actor } from "#records/audit";
import type { SandboxTools } from "#sandbox/sandbox";

/** What a command works with. */
export interface AdminContext {
  readonly service: Service;
  /** The simulated environment, in sandbox mode. */
  readonly sandbox: SandboxTools | undefined;
}

/**
 * An operator's command. It runs in a process of its own, on the service's database. Input and result are plain JSON.
 */
export interface AdminCommand {
  readonly input: TSchema;
  run(context: AdminContext, input: unknown, actor: Actor): Promise<unknown>;
}

const ajv = new Ajv({ allErrors: true, strict: false });
addFormats.default(ajv, ["uuid"]);

/** A command with a schema for its input. */
export function adminCommand<Input extends TSchema>(
  input: Input,
  run: (context: AdminContext, input: Static<Input>, actor: Actor) => Promise<unknown>,
): AdminCommand {
  return {
    input,
    run: async (context, given, actor) => {
      const validate = ajv.compile<Static<Input>>(input);
      if (!validate(given)) throw invalidRequest((validate.errors ?? []).map(problemOf));
      return run(context, given, actor);
    },
  };
}

const problemOf = ({ instancePath, message, keyword, params }: ErrorObject): FieldProblem => ({
  path: instancePath.slice(1).replaceAll("/", ".") || "input",
  message:
    keyword === "format"
      ? "must be a complete ID, as shown in lists"
      : (valueProblem({ keyword, params }, message) ?? message ?? "is not accepted"),
});
