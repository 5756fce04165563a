import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { RowProblem } from "#kernel/values/read-csv.ts";
import { CommandRefused } from "../action.ts";
import { type ApiClient, whyRefused } from "../client/api-client.ts";
import type { PayRow } from "./read-pay-file.ts";

interface Named {
  readonly id: string;
  readonly names: readonly string[];
}

interface Recipient extends Named {
  readonly defaultMethod: PaymentMethod;
}

/** A payment as the API takes it, and how people read it. */
export interface ResolvedPayment {
  readonly line: number;
  readonly recipientName: string;
  readonly accountName: string;
  readonly amountMinor: bigint;
  readonly method: PaymentMethod;
  readonly accountId: string;
  readonly body: object;
}

export interface Resolved {
  readonly payments: readonly ResolvedPayment[];
  readonly problems: readonly RowProblem[];
}

/** Finds the recipients and accounts that the rows name. `account` is for rows that name none. */
export async function resolveRows(
  client: ApiClient,
  rows: readonly PayRow[],
  { account, direct }: { readonly account: string | undefined; readonly direct: boolean },
): Promise<Resolved> {
  const recipients = byName((await everyItem(client, "/recipients", "recipients")).map(recipientOf));
  const accounts = byName((await everyItem(client, "/accounts", "accounts")).map(accountOf));
  const payments: ResolvedPayment[] = [];
  const problems: RowProblem[] = [];
  for (const row of rows) {
    const recipient = only(recipients, row.recipient, { singular: "recipient", plural: "recipients" });
    const from = accountFor(accounts, row.account ?? account);
    const method = row.method ?? (typeof recipient === "object" ? recipient.defaultMethod : undefined);
    const found = [recipient, from, methodProblem({ ...row, method }, direct)].filter(
      (result) => typeof result === "string",
    );
    if (found.length > 0) problems.push(...found.map((message) => ({ line: row.line, message })));
    else if (typeof recipient === "object" && typeof from === "object") payments.push(paymentOf(row, recipient, from));
  }
  return { payments, problems };
}

/** Items of all pages. */
async function everyItem(client: ApiClient, path: string, key: string): Promise<readonly Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let after: string | undefined;
  do {
    const query = after === undefined ? "" : `&start_after=${encodeURIComponent(after)}`;
    const answer = await client.get(`${path}?limit=1000${query}`, key);
    const { status, body } = answer;
    if (status !== 200) throw new CommandRefused(whyRefused(answer), body);
    // The API's contract (api/openapi.json).
    const page = body as Record<string, unknown> & { readonly page: { readonly nextPage?: string } };
    items.push(...(page[key] as Record<string, unknown>[]));
    after = page.page.nextPage;
  } while (after !== undefined);
  return items;
}

const texts = (...values: readonly unknown[]): readonly string[] =>
  values.filter((value) => typeof value === "string" && value !== "") as string[];

const recipientOf = ({ id, name, nickname, defaultPaymentMethod }: Record<string, unknown>): Recipient => ({
  id: String(id),
  names: texts(name, nickname),
  defaultMethod: defaultPaymentMethod as PaymentMethod,
});

const accountOf = ({ id, name, nickname }: Record<string, unknown>): Named => ({
  id: String(id),
  names: texts(name, nickname),
});

const compared = (text: string): string => text.trim().replaceAll(/\s+/g, " ").toLowerCase();

type Index<Item> = ReadonlyMap<string, ReadonlySet<Item>>;

/** Items by their IDs and names, as `compared` writes them. */
function byName<Item extends Named>(items: readonly Item[]): Index<Item> {
  const index = new Map<string, Set<Item>>();
  for (const item of items)
    for (const name of [item.id, ...item.names]) {
      const same = index.get(compared(name)) ?? new Set();
      index.set(compared(name), same.add(item));
    }
  return index;
}

/** The only item with this name or ID, or what is wrong. */
function only<Item extends Named>(
  index: Index<Item>,
  name: string,
  { singular, plural }: { readonly singular: string; readonly plural: string },
): Item | string {
  const [first, ...others] = index.get(compared(name)) ?? [];
  if (first === undefined) return `There is no ${singular} named "${name}". Check the name, or use the ID.`;
  return others.length === 0 ? first : `${others.length + 1} ${plural} are named "${name}". Use the ID.`;
}

function accountFor(accounts: Index<Named>, name: string | undefined): Named | string {
  if (name !== undefined) return only(accounts, name, { singular: "account", plural: "accounts" });
  const [first, ...others] = new Set([...accounts.values()].flatMap((same) => [...same]));
  if (first !== undefined && others.length === 0) return first;
  return "Name the account that pays, in the column account or with --account.";
}

/** By the method that the payment will have, which may be the recipient's default. */
function methodProblem({ date, method, purpose }: PayRow, direct: boolean): string | undefined {
  if (direct && method === "internationalWire")
    return "International wires need an approval request: leave out --direct.";
  if (direct && date !== undefined) return "A payment with a date needs an approval request: leave out --direct.";
  return method === "internationalWire" && purpose === undefined ? "An international wire needs a purpose." : undefined;
}

function paymentOf(row: PayRow, recipient: Recipient, account: Named): ResolvedPayment {
  const method = row.method ?? recipient.defaultMethod;
  const { amountMinor, line } = row;
  return {
    line,
    recipientName: recipient.names[0] ?? recipient.id,
    accountName: account.names[0] ?? account.id,
    amountMinor,
    method,
    accountId: account.id,
    body: {
      recipientId: recipient.id,
      amount: dollarsFromMinor(amountMinor),
      paymentMethod: method,
      idempotencyKey: row.key,
      ...(row.memo === undefined ? {} : { externalMemo: row.memo }),
      ...(row.note === undefined ? {} : { note: row.note }),
      ...(row.purpose === undefined ? {} : { purpose: row.purpose }),
      ...(row.date === undefined ? {} : { sendOn: row.date }),
    },
  };
}
