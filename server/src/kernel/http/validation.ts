import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { FastifyInstance } from "fastify";
import type { Refusal } from "../refusal.ts";
import { NOTHING_HIDDEN } from "../values/hidden-characters.ts";
import { type FieldProblem, httpRefusals, invalidRequest, refuseHttp } from "./http-refusals.ts";
import { object, UUID_OR_EMPTY } from "./schemas.ts";

/**
 * One schema validates, documents and types a route. Bodies are taken as they are: nothing is coerced, defaulted or
 * dropped. Parameters are texts by nature, so numbers and booleans are read from them; array parameters may be repeated,
 * comma-joined or both (wire contract §1.6), and where something is only read, an empty one is as if it were not there.
 */
export function registerValidation(app: FastifyInstance): void {
  const options = {
    allErrors: true,
    removeAdditional: false,
    useDefaults: false,
    strict: false,
    messages: true,
  } as const;
  const bodies = withFormats(new Ajv({ ...options, coerceTypes: false }));
  // Verbose: an error knows the schema it is about, which may name a code of its own.
  const parameters = withFormats(new Ajv({ ...options, coerceTypes: true, verbose: true }));
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const isBody = httpPart === "body";
    // Compiled when the first request needs it: compiling all of them is a third of a start.
    let validate: ValidateFunction | undefined;
    return (data: unknown) => {
      const unstorable = isBody ? [] : holdingNul(data);
      if (unstorable.length > 0) return { error: invalidRequest(unstorable) };
      validate ??= (isBody ? bodies : parameters).compile(typeof schema === "object" && schema !== null ? schema : {});
      if (validate(data)) return { value: data };
      return { error: refusalOf(validate.errors ?? []) };
    };
  });
  app.addHook("onRoute", (route) => {
    // The pages of people and of the reference are not the API: browsers and links bring parameters of their own.
    if (route.schema?.hide === true) return;
    const schema = route.schema?.querystring ?? noParameters;
    route.schema = { ...route.schema, querystring: schema };
    if (schema === noParameters) return;
    // A form or a pager with nothing to say sends `status=`. What changes something is not to be guessed at: `preview=`.
    const emptyIsAbsent = [route.method].flat().every((method) => method === "GET" || method === "HEAD");
    // Only on routes that take parameters: the others are spared the look.
    route.preValidation = [
      ...(route.preValidation === undefined ? [] : [route.preValidation].flat()),
      (request, _reply, done) => {
        readParameters(schema, request.query, emptyIsAbsent);
        done();
      },
    ];
  });
}

/** The formats that schemas use, and what to enter. Ajv refuses to compile a schema with another one. */
const forms: Readonly<Record<string, string>> = {
  email: "must be an e-mail address, such as name@company.com",
  uuid: "must be an id as the API gives them, such as 018f3c1e-0000-7000-8000-000000000000",
  date: "must be a day, such as 2026-12-31",
  "date-time": "must be an instant, such as 2026-12-31T18:00:00Z",
};

/** Above the longest text that any format accepts, an e-mail address. */
const FORMATTED_LENGTH_MAX = 400;

/**
 * The usual formats, but an instant is one that a Date can hold: RFC 3339 also has seconds that leap. Long texts are refused
 * without a look: ajv reports every problem, so a format also sees texts that are longer than the schema permits.
 */
function withFormats(ajv: Ajv): Ajv {
  const usual = addFormats.default(new Ajv());
  for (const format of Object.keys(forms)) {
    const matches = usual.compile<string>({ type: "string", format });
    const fits = (text: string) => text.length <= FORMATTED_LENGTH_MAX && matches(text);
    ajv.addFormat(format, format === "date-time" ? (text) => fits(text) && !Number.isNaN(Date.parse(text)) : fits);
  }
  return ajv;
}

/** What a route takes that names no parameters: none, so that none is silently ignored (decision P5). */
const noParameters = object({});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** PostgreSQL stores no NUL, whatever text it stands in. Bodies are looked at where they are read (strict-json.ts). */
const holdingNul = (parameters: unknown): readonly FieldProblem[] =>
  Object.entries(isRecord(parameters) ? parameters : {})
    .filter(([, value]) => [value].flat().some((text) => String(text).includes("\u0000")))
    .map(([path]) => ({ path, message: "must not hold the character NUL" }));

function readParameters(schema: unknown, query: unknown, emptyIsAbsent: boolean): void {
  if (!isRecord(schema) || !isRecord(schema["properties"]) || !isRecord(query)) return;
  for (const [name, property] of Object.entries(schema["properties"])) {
    const given = query[name];
    if (given === undefined || !isRecord(property)) continue;
    const value = property["type"] === "array" ? partsOf(given) : given;
    if (emptyIsAbsent && String(value) === "") delete query[name];
    else query[name] = value;
  }
}

const partsOf = (given: unknown): readonly string[] =>
  [given]
    .flat()
    .flatMap((part) => String(part).split(","))
    .filter((part) => part !== "");

/** `invalidRequest`, or the code that a schema gives itself (`x-error-code`) where nothing else is wrong. */
function refusalOf(errors: readonly ErrorObject[]): Refusal {
  const [code, ...others] = new Set(errors.map(({ parentSchema }) => parentSchema?.["x-error-code"]));
  if (others.length > 0 || !isHttpRefusalCode(code)) return invalidRequest(fieldProblems(errors));
  return refuseHttp(code, { details: { accepted: accepted(errors[0]?.params["allowedValues"]) } });
}

const isHttpRefusalCode = (code: unknown): code is keyof typeof httpRefusals =>
  typeof code === "string" && code in httpRefusals;

function fieldProblems(errors: readonly ErrorObject[]): readonly FieldProblem[] {
  const seen = new Map<string, FieldProblem>();
  for (const error of errors) {
    const problem = fieldProblem(error);
    // The first complaint about a field is the useful one; the alternatives of a union would repeat it.
    if (!seen.has(problem.path)) seen.set(problem.path, problem);
  }
  return [...seen.values()];
}

function fieldProblem(error: ErrorObject): FieldProblem {
  const base = error.instancePath.slice(1).replaceAll("/", ".");
  const inside = (name: unknown) => (base === "" ? String(name) : `${base}.${String(name)}`);
  switch (error.keyword) {
    case "required":
      return { path: inside(error.params["missingProperty"]), message: "is required" };
    case "additionalProperties":
      return { path: inside(error.params["additionalProperty"]), message: "is not known here" };
    case "enum":
      return { path: base || "body", message: `must be one of ${accepted(error.params["allowedValues"])}` };
    case "const":
      return { path: base || "body", message: `must be ${String(error.params["allowedValue"])}` };
    default:
      return { path: base || "body", message: textProblem(error) ?? error.message ?? "is not accepted" };
  }
}

/** What to enter, for patterns that would not say so themselves. */
const patterns: Readonly<Record<string, string | undefined>> = {
  [NOTHING_HIDDEN]: "must be one line of text without invisible characters",
  "\\S": "must not be empty",
  [UUID_OR_EMPTY]: forms["uuid"],
};

/** What is wrong with a text, for whoever typed it: people read it beside the field. */
function textProblem({ keyword, params }: ErrorObject): string | undefined {
  const limit: unknown = params["limit"];
  switch (keyword) {
    case "minLength":
      return limit === 1 ? "must not be empty" : `must have at least ${String(limit)} characters`;
    case "maxLength":
      return `must have at most ${String(limit)} characters`;
    case "pattern":
      return patterns[String(params["pattern"])] ?? "is not in the documented format";
    case "format":
      return forms[String(params["format"])];
    default:
      return undefined;
  }
}

const accepted = (values: unknown): string =>
  Array.isArray(values) ? values.map(String).join(", ") : "the documented values";
