import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { RowProblem } from "#kernel/values/read-csv.ts";
import type { ApiClient } from "../client/api-client.ts";
import {
  indexNamed,
  type Named,
  type NamedIndex,
  namedAccounts,
  namedOf,
  namedRecipients,
  only,
} from "../client/named.ts";
import { type ApiItem, everyItem } from "../client/pages.ts";
import type { PayRow } from "./read-pay-file.ts";

interface Recipient extends Named {
  readonly defaultMethod: PaymentMethod;
}

/** A payment as the API takes it, and how people read it. */
export interface ResolvedPayment {
  readonly line: number;
  readonly recipientName: string;
  readonly accountName: string;
  readonly amountMinor: bigint;
  readonly body: PaymentBody;
}

/** As `payMany` of the SDK takes it. */
export interface PaymentBody {
  readonly accountId: string;
  readonly recipientId: string;
  /** In dollars. */
  readonly amount: number;
  readonly paymentMethod: PaymentMethod;
  readonly idempotencyKey: string;
  readonly externalMemo?: string;
  readonly note?: string;
  readonly purpose?: string;
  readonly sendOn?: string;
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
  const recipients = indexNamed(namedRecipients, await everyItem(client, namedRecipients, recipientOf));
  const accounts = indexNamed(namedAccounts, await everyItem(client, namedAccounts, namedOf));
  const payments: ResolvedPayment[] = [];
  const problems: RowProblem[] = [];
  for (const row of rows) {
    const recipient = only(recipients, row.recipient);
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

const recipientOf = (item: ApiItem): Recipient => ({
  ...namedOf(item),
  // The contract says which values it has.
  defaultMethod: item["defaultPaymentMethod"] as PaymentMethod,
});

function accountFor(accounts: NamedIndex<Named>, name: string | undefined): Named | string {
  if (name !== undefined) return only(accounts, name);
  const [first, ...others] = accounts.items;
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
    body: {
      accountId: account.id,
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
