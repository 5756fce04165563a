import type { FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { Api } from "../http/api.ts";
import { invalidRequest } from "../http/http-refusals.ts";
import { hasReply } from "../idempotency/idempotently.ts";
import { idempotencyKeyOf } from "../idempotency/key.ts";
import type { Service } from "../process/service.ts";
import { withinOrganization } from "../sql/scope.ts";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/**
 * Whether a value is what was read: clients may leave out what is null, and write an instant in another form. `links`
 * names members that differ in every read.
 */
export function isUnchanged(sent: unknown, current: unknown, links: readonly string[] = []): boolean {
  const [a, b] = [sent ?? null, current ?? null];
  if (typeof a === "string" && typeof b === "string") return a === b || isSameInstant(a, b);
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, at) => isUnchanged(item, b[at], links))
    );
  const [mine, membersOfB] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return [...new Set([...mine.keys(), ...membersOfB.keys()])].every(
    (name) => links.includes(name) || isUnchanged(mine.get(name), membersOfB.get(name), links),
  );
}

const isSameInstant = (a: string, b: string): boolean =>
  INSTANT.test(a) && INSTANT.test(b) && Date.parse(a) === Date.parse(b);

/** The resource that a route updates. */
export interface UpdatedResource {
  /** As reads show it. */
  readonly schema: TSchema;
  /** As the caller reads it now. Refuses with `resourceNotFound`. */
  read(request: FastifyRequest): Promise<unknown>;
  /** The operation to which the idempotency keys of its updates belong. */
  readonly operation?: string;
  /** The operation ID of PATCH. */
  readonly patch?: string;
  /** POST replaces the resource: it removes what is omitted. PATCH keeps it. */
  readonly replaces?: true;
  /** Members, at any depth, that differ in every read: links that expire. */
  readonly links?: readonly string[];
}

declare module "fastify" {
  interface FastifyContextConfig {
    updates?: UpdatedResource;
  }
  interface FastifyRequest {
    /** The body as it was sent, if it is a copy of a resource. */
    copy: unknown;
  }
}

/**
 * Read, change a member, write back: the body of an update may be a copy of the resource (decision P5). Its read-only
 * members must be unchanged, and what is unchanged counts as omitted, so that a copy need not have the form of a request.
 * PATCH works wherever POST updates. Call before the routes are registered.
 */
export function registerUpdates(app: Api, service: Service): void {
  app.decorateRequest("copy", undefined);
  app.addHook("onRoute", (route) => {
    const updates = route.config?.updates;
    if (updates === undefined) return;
    const { url, handler, schema, config } = route;
    const members = membersOf(schema?.body, updates.schema);
    const accept = async (request: FastifyRequest): Promise<void> => acceptCopy(service, request, { updates, members });
    route.preValidation = [...(route.preValidation === undefined ? [] : [route.preValidation].flat()), accept];
    if (route.method !== "POST" || updates.patch === undefined) return;
    app.route({
      method: "PATCH",
      url,
      handler,
      config: { ...config },
      schema: { ...schema, operationId: updates.patch, ...(updates.replaces ? partial(schema?.body) : THE_SAME) },
    });
  });
}

const THE_SAME = { description: "The same as POST." };

/** A schema of a body, whatever built it, without required members, except the version that the change is based on. */
function partial(body: unknown) {
  const { required = [], title, examples: [example = {}] = [], ...rest } = Object(body);
  const name = `Patch${String(title).replace(/^(Update|Change)/, "")}`;
  const kept = required.filter((member: unknown) => member === "version");
  const members = Object.entries(example);
  const shown = [
    ...members.filter(([member]) => !kept.includes(member)).slice(0, 1),
    ...members.filter(([member]) => kept.includes(member)),
  ];
  return {
    description: "Omitted members keep their values.",
    body: {
      ...rest,
      ...(kept.length > 0 && { required: kept }),
      title: name,
      examples: [Object.fromEntries(shown)],
    },
  };
}

interface Members {
  /** Of the body. */
  readonly writable: ReadonlySet<string>;
  /** Of the body, and not to be omitted. */
  readonly required: ReadonlySet<string>;
  /** Of the resource. */
  readonly shown: ReadonlySet<string>;
}

function membersOf(body: unknown, resource: unknown): Members {
  const names = (schema: unknown) => new Set(Object.keys(Object(Object(schema).properties)));
  return { writable: names(body), required: new Set(Object(body).required), shown: names(resource) };
}

async function acceptCopy(
  service: Service,
  request: FastifyRequest,
  { updates, members: { writable, required, shown } }: { updates: UpdatedResource; members: Members },
): Promise<void> {
  const { body, organizationId } = request;
  if (!isRecord(body) || organizationId === undefined) return;
  const readOnly = Object.keys(body).filter((name) => shown.has(name) && !writable.has(name));
  if (readOnly.length === 0 || !hasValidPath(request)) return;
  await withinOrganization(organizationId, async () => {
    // Read before the key is looked up: if this update was the one that changed the resource, its key is there.
    const current = Object(await updates.read(request));
    const isSame = (name: string): boolean =>
      shown.has(name) && isUnchanged(body[name], current[name], updates.links ?? []);
    request.copy = body;
    const isReplay = await hasReplyTo(service, request, updates);
    const changed = readOnly.filter((name) => !isSame(name));
    if (changed.length > 0 && !isReplay)
      throw invalidRequest(
        changed.map((path) => ({ path, message: "cannot be changed: omit it, or send it exactly as it was read" })),
      );
    const mayOmit = (name: string): boolean =>
      !(updates.replaces && request.method !== "PATCH") && !required.has(name) && name !== "idempotencyKey";
    request.body = Object.fromEntries(
      Object.entries(body).filter(
        // A replay is compared with the first request, and never carried out.
        ([name]) => !readOnly.includes(name) && !(mayOmit(name) && (isReplay || isSame(name))),
      ),
    );
  });
}

/** Reads need an id. Another parameter of the path is refused by its schema, after this hook. */
function hasValidPath(request: FastifyRequest): boolean {
  // A function of validation.ts, which returns the refusal, if any. Without a schema, there is none.
  const outcome: unknown = request.getValidationFunction("params")?.(request.params);
  return Object(outcome).error === undefined;
}

/** Whether the key of the request has its response already. */
async function hasReplyTo(service: Service, request: FastifyRequest, { operation }: UpdatedResource): Promise<boolean> {
  const { organizationId } = request;
  const { idempotencyKey: given } = Object(request.body);
  // Another type is refused by the body's schema.
  const isKey = given === undefined || given === null || typeof given === "string";
  if (operation === undefined || organizationId === undefined || !isKey) return false;
  const key = idempotencyKeyOf(request, { idempotencyKey: given });
  return key !== undefined && hasReply(service, { organizationId, operation, key });
}

/**
 * What an idempotency key stands for: the body as the client sent it. What of a copy is unchanged depends on when it
 * arrives, and a repeat must be recognized whenever that is.
 */
export const sentBodyOf = <Body extends object>(request: FastifyRequest, body: Body): Body =>
  // Used only to compare requests, by the names and values of its members.
  (request.copy ?? body) as Body;

/** A parameter of the route's path. */
export const pathMember = (request: FastifyRequest, name: string): string => String(Object(request.params)[name]);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
