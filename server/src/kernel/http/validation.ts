import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { NO_HIDDEN_CHARACTERS } from "bursar-banking/text/hidden-characters";
import type { FastifyInstance } from "fastify";
import type { Refusal } from "../refusal.ts";
import { type FieldProblem, httpRefusals, invalidRequest, refuseHttp } from "./http-refusals.ts";
import { ignoreUnknown } from "./ignored-parameters.ts";
import { object, UUID_OR_EMPTY } from "./schemas.ts";

/**
 * One schema validates, documents, and types a route. Bodies are never coerced, defaulted, or trimmed of unknown
 * fields. Parameters are strings by nature, so numbers and booleans are parsed from them. Array parameters may be
 * repeated, comma-separated, or both (wire contract §1.6). On read-only routes, an empty parameter counts as absent, and
 * an unknown one is ignored and named in a header (decision P5).
 */
export function registerValidation(app: FastifyInstance): void {
  validators ??= newValidators();
  const { bodies, parameters } = validators;
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const isBody = httpPart === "body";
    // Compiled on the first request: compiling all schemas takes a third of the start-up time.
    let validate: ValidateFunction | undefined;
    return (data: unknown) => {
      const unstorable = isBody ? [] : holdingNul(data);
      if (unstorable.length > 0) return { error: invalidRequest(unstorable) };
      validate ??= (isBody ? bodies : parameters).compile(typeof schema === "object" && schema !== null ? schema : {});
      if (validate(data)) return { value: data };
      return { error: refusalOf(validate.errors ?? []) };
    };
  });
  app.decorateRequest("ignoredParameters", 0);
  app.addHook("onRoute", (route) => {
    // Pages of the dashboard and the API reference are not the API: browsers and links add parameters of their own.
    if (route.schema?.hide === true) return;
    const schema = route.schema?.querystring ?? noParameters;
    route.schema = { ...route.schema, querystring: schema };
    // Forms and pagers send `status=` for no filter, and clients of this API family send parameters that this service
    // does not have. On routes with effects, neither is interpreted.
    const isSafe = [route.method].flat().every((method) => method === "GET" || method === "HEAD");
    // Only on routes with parameters to read, to save time on the others.
    if (schema === noParameters && !isSafe) return;
    const declared = isSafe && isClosed(schema) ? schema.properties : undefined;
    route.preValidation = [
      ...(route.preValidation === undefined ? [] : [route.preValidation].flat()),
      (request, reply, done) => {
        readParameters(schema, request.query, isSafe);
        if (declared !== undefined) ignoreUnknown(declared, request, reply);
        done();
      },
    ];
  });
}

interface Validators {
  readonly bodies: Ajv;
  readonly parameters: Ajv;
}

/** Of the process, which compiles each schema once, however many services it starts: a service has one, tests have many. */
let validators: Validators | undefined;

function newValidators(): Validators {
  const options = {
    allErrors: true,
    removeAdditional: false,
    useDefaults: false,
    strict: false,
    messages: true,
    // Errors include their schema: it names the known fields, and may name an error code.
    verbose: true,
  } as const;
  // These schemas are constants: to check them, Ajv would first compile the schema of schemas.
  const usual = addFormats.default(new Ajv({ meta: false, validateSchema: false }));
  return {
    bodies: withFormats(new Ajv({ ...options, coerceTypes: false }), usual),
    parameters: withFormats(new Ajv({ ...options, coerceTypes: true }), usual),
  };
}

/** The formats used by schemas, and what to enter. Ajv refuses to compile a schema with an unknown format. */
const forms: Readonly<Record<string, string>> = {
  email: "must be an email address, such as name@company.com",
  uuid: "must be an id as returned by the API, such as 018f3c1e-0000-7000-8000-000000000000",
  date: "must be a date, such as 2026-12-31",
  "date-time": "must be an instant, such as 2026-12-31T18:00:00Z",
};

/** Longer than any value in these formats; an email address is the longest. */
const FORMATTED_LENGTH_MAX = 400;

/**
 * The usual formats, except that an instant must fit in a Date: RFC 3339 also allows leap seconds. Long strings are
 * rejected before matching: ajv reports every problem, so a format also receives strings that exceed the schema's
 * length.
 */
function withFormats(ajv: Ajv, usual: Ajv): Ajv {
  for (const format of Object.keys(forms)) {
    const matches = usual.compile<string>({ type: "string", format });
    const fits = (text: string) => text.length <= FORMATTED_LENGTH_MAX && matches(text);
    ajv.addFormat(format, format === "date-time" ? (text) => fits(text) && !Number.isNaN(Date.parse(text)) : fits);
  }
  // Says in the contract that a field is a file.
  ajv.addFormat("binary", true);
  return ajv;
}

/** A route that declares no parameters accepts none, so that none is silently ignored (decision P5). */
const noParameters = object({});

/** Whether the schema rejects other members than its own. */
const isClosed = (schema: unknown): schema is { readonly properties: object } =>
  isRecord(schema) && schema["additionalProperties"] === false && isRecord(schema["properties"]);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** PostgreSQL cannot store NUL. Bodies are checked when they are parsed (strict-json.ts). */
const holdingNul = (parameters: unknown): readonly FieldProblem[] =>
  Object.entries(isRecord(parameters) ? parameters : {})
    .filter(([, value]) => [value].flat().some((text) => String(text).includes("\u0000")))
    .map(([path]) => ({ path, message: "must not contain the character NUL" }));

function readParameters(schema: unknown, query: unknown, emptyIsAbsent: boolean): void {
  if (!isRecord(schema) || !isRecord(schema["properties"]) || !isRecord(query)) return;
  for (const [name, property] of Object.entries(schema["properties"])) {
    if (!isRecord(property)) continue;
    const given = property["type"] === "array" ? givenParts(query, name) : query[name];
    if (given === undefined) continue;
    if (emptyIsAbsent && String(given) === "") delete query[name];
    else query[name] = given;
  }
}

/** The parts of an array parameter: `a=1,2`, `a=1&a=2`, and `a[]=1&a[]=2`, which PHP, Ruby, and axios send. */
function givenParts(query: Record<string, unknown>, name: string): readonly string[] | undefined {
  const spellings = [name, `${name}[]`].filter((spelling) => query[spelling] !== undefined);
  if (spellings.length === 0) return undefined;
  const given = spellings.flatMap((spelling) => query[spelling]);
  delete query[`${name}[]`];
  return given.flatMap((part) => String(part).split(",")).filter((part) => part !== "");
}

/** `invalidRequest`, or the schema's own code (`x-error-code`) if there is no other problem. */
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
    // Keep the first problem of a field; the alternatives of a union would repeat it.
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
      return { path: inside(error.params["additionalProperty"]), message: unknownField(error.parentSchema) };
    case "enum":
      return { path: base || "body", message: `must be one of ${accepted(error.params["allowedValues"])}` };
    case "const":
      return { path: base || "body", message: `must be ${String(error.params["allowedValue"])}` };
    default:
      return { path: base || "body", message: valueProblem(error) ?? error.message ?? "is not accepted" };
  }
}

/** Names the fields that exist, so that a misspelled one can be found. */
function unknownField(schema: unknown): string {
  const names = isRecord(schema) ? Object.keys(Object(schema["properties"])) : [];
  return names.length === 0 ? "is not a known field" : `is not a known field; known fields are ${names.join(", ")}`;
}

/** What to enter, for patterns that would not explain themselves. */
const patterns: Readonly<Record<string, string | undefined>> = {
  [NO_HIDDEN_CHARACTERS]: "must be one line of text without invisible characters",
  "\\S": "must not be empty",
  "^([01][0-9]|2[0-3]):[0-5][0-9]$": "must be a time, such as 18:30",
  [UUID_OR_EMPTY]: forms["uuid"],
};

/** What is wrong with a value, for the user: forms show it next to the field. */
export function valueProblem(
  { keyword, params }: Pick<ErrorObject, "keyword" | "params">,
  otherPattern = "is not in the documented format",
): string | undefined {
  const limit: unknown = params["limit"];
  switch (keyword) {
    case "type":
      return `must be ${[params["type"]].flat().map(typeName).join(" or ")}`;
    case "minimum":
      return `must be at least ${String(limit)}`;
    case "exclusiveMinimum":
      return `must be more than ${String(limit)}`;
    case "maximum":
      return `must be at most ${String(limit)}`;
    case "minItems":
      return limit === 1 ? "must not be empty" : `must have at least ${String(limit)} items`;
    case "maxItems":
      return `must have at most ${String(limit)} items`;
    case "uniqueItems":
      return "must not contain the same item twice";
    case "minLength":
      return limit === 1 ? "must not be empty" : `must have at least ${String(limit)} characters`;
    case "maxLength":
      return `must have at most ${String(limit)} characters`;
    case "pattern":
      return patterns[String(params["pattern"])] ?? otherPattern;
    case "format":
      return forms[String(params["format"])];
    default:
      return undefined;
  }
}

const typeNames: Readonly<Record<string, string | undefined>> = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

const typeName = (type: unknown): string => typeNames[String(type)] ?? String(type);

const accepted = (values: unknown): string =>
  Array.isArray(values) ? values.map(String).join(", ") : "the documented values";
