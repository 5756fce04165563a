import { CommandRefused } from "../action.ts";
import type { AgentApi, ApiObject } from "./agent-api.ts";

/** Statements and invoices, which a person or a model opens by address. */
export const resourceTemplates = [
  {
    uriTemplate: "bursar://statements/{statementId}",
    name: "statement",
    title: "Statement of an account",
    description: "A statement with its transactions. IDs are from list_statements.",
    mimeType: "application/json",
  },
  {
    uriTemplate: "bursar://invoices/{invoiceId}",
    name: "invoice",
    title: "Invoice to a customer",
    description: "An invoice with its lines. IDs are from list_invoices.",
    mimeType: "application/json",
  },
] as const;

const LISTED = 25;
const ADDRESS = /^bursar:\/\/(?<kind>statements|invoices)\/(?<id>[0-9a-f-]{36})$/i;

/** The newest statements and invoices. A list that the token may not read is empty. */
export async function listResources(api: AgentApi) {
  const statements = await itemsOf(
    api,
    `/statements?limit=${LISTED}&order=desc&kind=monthly&kind=custom`,
    "statements",
  );
  const invoices = await itemsOf(api, `/ar/invoices?limit=${LISTED}&order=desc`, "invoices");
  return [
    ...statements.map(({ id, startsOn, endsOn }) => ({
      uri: `bursar://statements/${String(id)}`,
      name: `Statement ${String(startsOn)} to ${String(endsOn)}`,
      mimeType: "application/json",
    })),
    // The number is the organization's own; a customer's name would be text from outside.
    ...invoices.map(({ id, invoiceDate }) => ({
      uri: `bursar://invoices/${String(id)}`,
      name: `Invoice of ${String(invoiceDate)}`,
      mimeType: "application/json",
    })),
  ];
}

async function itemsOf(api: AgentApi, path: string, member: string): Promise<readonly ApiObject[]> {
  try {
    const items = (await api.get(path))[member];
    return Array.isArray(items) ? items : [];
  } catch (error) {
    if (error instanceof CommandRefused && REFUSED_LISTS.has(codeOf(error))) return [];
    throw error;
  }
}

/** Of a token that may not read the list, and of an organization whose plan has no invoices. */
const REFUSED_LISTS: ReadonlySet<string> = new Set(["tokenNotInScope", "subscriptionRequired"]);

function codeOf({ body }: CommandRefused): string {
  const errors = typeof body === "object" && body !== null && "errors" in body ? body.errors : undefined;
  return typeof errors === "object" && errors !== null && "errorCode" in errors ? String(errors.errorCode) : "";
}

/** Numbers of accounts are masked, as in tools. */
export async function readResource(api: AgentApi, uri: string): Promise<unknown> {
  const { kind, id } = ADDRESS.exec(uri)?.groups ?? {};
  if (kind === undefined)
    throw new CommandRefused(
      "Resources are bursar://statements/{statementId} and bursar://invoices/{invoiceId}.",
      undefined,
    );
  if (kind.toLowerCase() === "invoices") return api.get(`/ar/invoices/${id}`);
  const statement = await api.get(`/statements/${id}/json`);
  return withoutNumbers(statement);
}

const NUMBERS = /^(?:accountNumber|routingNumber)$/;

function withoutNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      NUMBERS.test(name) && typeof member === "string" ? `••••${member.slice(-4)}` : withoutNumbers(member),
    ]),
  );
}
