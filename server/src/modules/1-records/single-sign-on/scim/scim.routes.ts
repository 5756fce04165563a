import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { registerJson } from "#kernel/http/parsing.ts";
import { isUuid } from "#kernel/values/ids.ts";
import { callerOf } from "#records/identity";
import type { PeopleService } from "#records/people";
import { addGroup, changeGroup, deleteGroup } from "./change-groups.ts";
import { addUser, changeProvisionedUser } from "./change-users.ts";
import {
  groupOfOperations,
  readFilter,
  readGroup,
  readOperations,
  readUser,
  userOfOperations,
} from "./read-resource.ts";
import {
  ERROR_SCHEMA,
  PAGE_MAX,
  SCIM_JSON,
  schemas,
  scimResourceTypes,
  serviceProviderConfig,
} from "./scim-schemas.ts";
import { type ListRange, listPage, showGroup, showGroups, showUser, showUsers } from "./show-resources.ts";

const BASE = "/scim/v2";
const id = { params: Type.Object({ id: Type.String({ maxLength: 100 }) }) };
/** Attributes that are not kept are ignored, as the standard says; read-resource.ts checks the others. */
const body = { body: Type.Object({}, { additionalProperties: true }) };
const config = { scope: "provisioning" } as const;

/**
 * SCIM 2.0 (RFC 7643, RFC 7644), for tokens of the kind `provisioning`: users and groups of the identity provider. The
 * standard describes these routes, so the contract does not repeat them.
 */
export function scimRoutes(app: Api, service: PeopleService): void {
  app.register(async (plugin) => {
    const scope = plugin as unknown as Api;
    registerJson(plugin, SCIM_JSON);
    scope.addHook("onSend", async (_request, reply, payload) => inScim(reply, payload));
    descriptionRoutes(scope);
    userRoutes(scope, service);
    groupRoutes(scope, service);
  });
}

/** Errors in the standard's form (RFC 7644 §3.12), with ours inside. */
function inScim(reply: FastifyReply, payload: unknown): unknown {
  if (typeof payload !== "string" || payload === "") return payload;
  reply.header("content-type", `${SCIM_JSON}; charset=utf-8`);
  if (reply.statusCode < 400) return payload;
  const { errors = {}, message } = JSON.parse(payload);
  return JSON.stringify({
    schemas: [ERROR_SCHEMA],
    status: String(reply.statusCode),
    ...(errors.scimType === undefined ? {} : { scimType: errors.scimType }),
    detail: message,
    errors,
    message,
  });
}

function descriptionRoutes(app: Api): void {
  const lists = { ResourceTypes: scimResourceTypes, Schemas: schemas } as const;
  app.get(`${BASE}/ServiceProviderConfig`, { config, schema: { hide: true } }, () => serviceProviderConfig);
  for (const [name, list] of Object.entries(lists)) {
    app.get(`${BASE}/${name}`, { config, schema: { hide: true } }, () =>
      listPage({ resources: list, total: list.length, startIndex: 1 }),
    );
    app.get(`${BASE}/${name}/:id`, { config, schema: { hide: true, ...id } }, (request) => {
      const found = list.find((item) => item.id === request.params.id);
      if (found === undefined) throw notFound("resource");
      return found;
    });
  }
}

const textOf = (request: FastifyRequest, name: string): string | undefined => {
  // Routes that the contract hides do not parse their parameters.
  const value: unknown = Object(request.query)[name];
  return typeof value === "string" ? value : undefined;
};

/** `startIndex` counts from one (RFC 7644 §3.4.2.4). What is not a number counts as absent. */
function pageOf(request: FastifyRequest): ListRange {
  const number = (name: string, fallback: number): number => {
    const text = textOf(request, name) ?? "";
    return /^-?\d{1,9}$/.test(text) ? Number(text) : fallback;
  };
  return {
    startIndex: Math.max(1, number("startIndex", 1)),
    count: Math.min(PAGE_MAX, Math.max(0, number("count", PAGE_MAX))),
  };
}

function userRoutes(app: Api, service: PeopleService): void {
  const show = async (request: FastifyRequest, userId: string) => {
    const { organizationId } = callerOf(request);
    const user = isUuid(userId) ? await showUser(service, organizationId, userId) : undefined;
    if (user === undefined) throw notFound("user");
    return user;
  };
  app.get(`${BASE}/Users`, { config, schema: { hide: true } }, (request) => {
    const filter = readFilter(textOf(request, "filter"), ["userName", "externalId", "id", "emails.value"]);
    return showUsers(service, callerOf(request).organizationId, { filter, page: pageOf(request) });
  });
  app.get(`${BASE}/Users/:id`, { config, schema: { hide: true, ...id } }, (request) =>
    show(request, request.params.id),
  );
  app.post(`${BASE}/Users`, { config, schema: { hide: true, ...body } }, async (request, reply) => {
    const userId = await addUser(service, callerOf(request), readUser(request.body));
    const user = await show(request, userId);
    return reply.code(201).header("location", user.meta.location).send(user);
  });
  app.put(`${BASE}/Users/:id`, { config, schema: { hide: true, ...id, ...body } }, async (request) => {
    // A client that replaces a user without saying so means an active one.
    const sent = { active: true, externalId: null, ...readUser(request.body) };
    await changeProvisionedUser(service, callerOf(request), { userId: request.params.id, sent });
    return show(request, request.params.id);
  });
  app.patch(`${BASE}/Users/:id`, { config, schema: { hide: true, ...id, ...body } }, async (request) => {
    const sent = userOfOperations(readOperations(request.body));
    await changeProvisionedUser(service, callerOf(request), { userId: request.params.id, sent });
    return show(request, request.params.id);
  });
  // Users stay, for the audit log: a deleted one is deactivated.
  app.delete(`${BASE}/Users/:id`, { config, schema: { hide: true, ...id } }, async (request, reply) => {
    const sent = { active: false };
    await changeProvisionedUser(service, callerOf(request), { userId: request.params.id, sent });
    return reply.code(204).send(null);
  });
}

function groupRoutes(app: Api, service: PeopleService): void {
  const show = async (request: FastifyRequest, groupId: string) => {
    const { organizationId } = callerOf(request);
    const group = isUuid(groupId) ? await showGroup(service, organizationId, groupId) : undefined;
    if (group === undefined) throw notFound("group");
    return group;
  };
  const withoutMembers = (request: FastifyRequest): boolean =>
    /(?:^|,)\s*members\s*(?:,|$)/i.test((textOf(request, "excludedAttributes") ?? "").slice(0, 500));
  app.get(`${BASE}/Groups`, { config, schema: { hide: true } }, (request) => {
    const filter = readFilter(textOf(request, "filter"), ["displayName", "externalId", "id"]);
    const { organizationId } = callerOf(request);
    return showGroups(service, organizationId, {
      filter,
      page: pageOf(request),
      withMembers: !withoutMembers(request),
    });
  });
  app.get(`${BASE}/Groups/:id`, { config, schema: { hide: true, ...id } }, async (request) => {
    const { members, ...group } = await show(request, request.params.id);
    return withoutMembers(request) ? group : { ...group, members };
  });
  app.post(`${BASE}/Groups`, { config, schema: { hide: true, ...body } }, async (request, reply) => {
    const groupId = await addGroup(service, callerOf(request), readGroup(request.body));
    const group = await show(request, groupId);
    return reply.code(201).header("location", group.meta.location).send(group);
  });
  app.put(`${BASE}/Groups/:id`, { config, schema: { hide: true, ...id, ...body } }, async (request) => {
    const { members = [], ...sent } = readGroup(request.body);
    const change = { ...sent, changeMembers: () => new Set(members) };
    await changeGroup(service, callerOf(request), { groupId: request.params.id, change });
    return show(request, request.params.id);
  });
  app.patch(`${BASE}/Groups/:id`, { config, schema: { hide: true, ...id, ...body } }, async (request) => {
    const change = groupOfOperations(readOperations(request.body));
    await changeGroup(service, callerOf(request), { groupId: request.params.id, change });
    return show(request, request.params.id);
  });
  app.delete(`${BASE}/Groups/:id`, { config, schema: { hide: true, ...id } }, async (request, reply) => {
    await deleteGroup(service, callerOf(request), request.params.id);
    return reply.code(204).send(null);
  });
}
