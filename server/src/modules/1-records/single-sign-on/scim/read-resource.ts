import { visible } from "../users/provider-users.ts";
import { invalidValue, refuseScim } from "./scim-refusals.ts";

/**
 * What providers send. Names of attributes have no case (RFC 7643 §2.1); attributes that are not kept are ignored, because
 * every provider sends some.
 */
export type Members = ReadonlyMap<string, unknown>;

/** An object by lower-case names; the last of two names that differ in case counts. */
export const membersOf = (value: unknown): Members =>
  new Map(
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([name, member]) => [name.toLowerCase(), member])
      : [],
  );

const TEXT_LENGTH_MAX = 250;

/** A text of 1 to 250 visible characters; undefined if it is absent. */
export function sentText(members: Members, name: string): string | undefined {
  const value = members.get(name.toLowerCase());
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw invalidValue(`${name} must be a text.`);
  const text = value.trim();
  const isVisible = text !== "" && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
  if (!isVisible || text.length > TEXT_LENGTH_MAX)
    throw invalidValue(`${name} must have 1 to ${TEXT_LENGTH_MAX} visible characters.`);
  return text;
}

/** Entra sends "True" and "False". */
export function booleanIn(members: Members, name: string): boolean | undefined {
  const value = members.get(name.toLowerCase());
  if (value === undefined || value === null) return undefined;
  const text = String(value).toLowerCase();
  if (text !== "true" && text !== "false") throw invalidValue(`${name} must be true or false.`);
  return text === "true";
}

/** What of a user is kept. */
export interface SentUser {
  readonly userName?: string;
  readonly externalId?: string | null;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly active?: boolean;
}

export function readUser(body: unknown): SentUser {
  const members = membersOf(body);
  const name = membersOf(members.get("name"));
  const [userName, externalId] = [sentText(members, "userName"), sentText(members, "externalId")];
  const email = emailIn(members.get("emails"));
  const [firstName, lastName] = [nameIn(name.get("givenname")), nameIn(name.get("familyname"))];
  const active = booleanIn(members, "active");
  return {
    ...(userName === undefined ? {} : { userName }),
    ...(externalId === undefined ? {} : { externalId }),
    ...(email === undefined ? {} : { email }),
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(active === undefined ? {} : { active }),
  };
}

/** The primary address, or else the first one. */
function emailIn(value: unknown): string | undefined {
  const emails = (Array.isArray(value) ? value : []).map(membersOf);
  const chosen = emails.find((email) => booleanIn(email, "primary") === true) ?? emails[0];
  return chosen && sentText(chosen, "value");
}

/** Names are only shown: what cannot be shown is left out. */
export const nameIn = (value: unknown): string | undefined =>
  typeof value === "string" ? visible(value) || undefined : undefined;

export interface SentGroup {
  readonly displayName?: string;
  readonly externalId?: string;
  /** IDs of users. */
  readonly members?: readonly string[];
}

export function readGroup(body: unknown): SentGroup {
  const members = membersOf(body);
  const [displayName, externalId] = [sentText(members, "displayName"), sentText(members, "externalId")];
  const given = members.get("members");
  return {
    ...(displayName === undefined ? {} : { displayName }),
    ...(externalId === undefined ? {} : { externalId }),
    ...(given === undefined ? {} : { members: userIdsIn(given) }),
  };
}

/** The users among the members; a group of groups is not supported. */
export function userIdsIn(value: unknown): readonly string[] {
  const items = value === null ? [] : [value].flat();
  const ids = items.map((item) => (typeof item === "string" ? item : sentText(membersOf(item), "value")));
  return [...new Set(ids.map((id) => id ?? ""))];
}

export interface Filter {
  readonly attribute: string;
  readonly value: string;
}

const FILTER_LENGTH_MAX = 1_000;
const FILTER = /^([a-z.]{1,50}) eq ("[^"\\]*"|true|false)$/i;

/** `attribute eq "value"` (RFC 7644 §3.4.2.2): what providers use to find a user or a group again. */
export function readFilter(text: string | undefined, attributes: readonly string[]): Filter | undefined {
  if (text === undefined || text === "") return undefined;
  const [, name = "", value = ""] = (text.length <= FILTER_LENGTH_MAX ? FILTER.exec(text.trim()) : null) ?? [];
  const attribute = attributes.find((supported) => supported.toLowerCase() === name.toLowerCase());
  if (attribute === undefined)
    throw refuseScim("scimInvalidFilter", {
      details: { example: `${attributes[0]} eq "…"`, scimType: "invalidFilter" },
    });
  return { attribute, value: value.replace(/^"(.*)"$/, "$1") };
}

/** One operation of a PATCH (RFC 7644 §3.5.2). */
export interface PatchOperation {
  readonly op: "add" | "replace" | "remove";
  /** In lower case; undefined: the value has the attributes. */
  readonly path: string | undefined;
  readonly value: unknown;
}

const OPERATIONS_MAX = 1_000;

export function readOperations(body: unknown): readonly PatchOperation[] {
  const operations = membersOf(body).get("operations");
  if (!Array.isArray(operations) || operations.length > OPERATIONS_MAX)
    throw invalidValue(`Operations must be a list of at most ${OPERATIONS_MAX}.`);
  return operations.map((item) => {
    const members = membersOf(item);
    const op = sentText(members, "op")?.toLowerCase();
    if (op !== "add" && op !== "replace" && op !== "remove") throw invalidValue("op must be add, replace, or remove.");
    return { op, path: sentText(members, "path")?.toLowerCase(), value: members.get("value") };
  });
}

/**
 * A PATCH of a user as the attributes that it sets. Okta sends no path and an object, Entra a path and a value, and some send
 * `name.givenName` as the name of a member.
 */
export function userOfOperations(operations: readonly PatchOperation[]): SentUser {
  const set = new Map<string, unknown>();
  const name = new Map<string, unknown>();
  const put = (path: string, value: unknown): void => {
    const plain = path.replace("urn:ietf:params:scim:schemas:core:2.0:user:", "");
    if (plain.startsWith("name.")) name.set(plain.slice("name.".length), value);
    else if (plain === "name") for (const [part, text] of membersOf(value)) name.set(part, text);
    else set.set(plain, value);
  };
  for (const { op, path, value } of operations) {
    if (op === "remove") {
      // Only an external ID can be removed; what else is not kept anyway.
      if (path === "externalid") set.set("externalid", null);
      continue;
    }
    if (path !== undefined) put(path, path === "active" ? firstOf(value) : value);
    else for (const [member, text] of membersOf(value)) put(member, text);
  }
  const hasRemoved = set.get("externalid") === null;
  const sent = readUser(Object.fromEntries([...set, ["name", Object.fromEntries(name)]]));
  return hasRemoved ? { ...sent, externalId: null } : sent;
}

/** Some send a single value as a list with `value`. */
const firstOf = (value: unknown): unknown => {
  const item = Array.isArray(value) ? value[0] : value;
  return typeof item === "object" && item !== null ? membersOf(item).get("value") : item;
};

/** How a PATCH changes a group. */
export interface GroupChange {
  readonly displayName?: string;
  readonly externalId?: string;
  readonly changeMembers: (present: ReadonlySet<string>) => ReadonlySet<string>;
}

const ONE_MEMBER = /^members\[value eq "([^"\\]{1,100})"\]$/;

export function groupOfOperations(operations: readonly PatchOperation[]): GroupChange {
  const steps: ((present: Set<string>) => Set<string>)[] = [];
  const set = new Map<string, unknown>();
  const put = (op: PatchOperation["op"], path: string, value: unknown): void => {
    const [, userId] = ONE_MEMBER.exec(path) ?? [];
    if (userId !== undefined) {
      if (op === "remove") steps.push((present) => present.difference(new Set([userId])));
      return;
    }
    if (path !== "members") {
      if (op !== "remove") set.set(path, value);
      return;
    }
    const ids = new Set(value === undefined ? [] : userIdsIn(value));
    if (op === "add") steps.push((present) => present.union(ids));
    else if (op === "replace") steps.push(() => ids);
    else steps.push((present) => (value === undefined ? new Set() : present.difference(ids)));
  };
  for (const { op, path, value } of operations) {
    if (path !== undefined) put(op, path, value);
    else for (const [member, of] of membersOf(value)) put(op, member, of);
  }
  const { displayName, externalId } = readGroup(Object.fromEntries(set));
  return {
    ...(displayName === undefined ? {} : { displayName }),
    ...(externalId === undefined ? {} : { externalId }),
    changeMembers: (present) => steps.reduce((members, step) => step(members), new Set(present)),
  };
}
