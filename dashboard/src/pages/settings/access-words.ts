import { capitalized } from "#api/field-words.ts";
import type { ApiTokenList } from "#api/generated/types.gen.ts";

type Scope = ApiTokenList["scopes"][number]["name"];

interface Access {
  readonly resource: string;
  /** After the resource's name: "Transactions: read, edit". */
  readonly verb: string;
  /** As a choice of its own. */
  readonly label: string;
}

/** What a scope opens, in the words of the pages; the API's names are those of its family. In the order of the menu. */
const access: Readonly<Record<Scope, Access>> = {
  sendMoney: { resource: "Payments", verb: "send without approval", label: "Send payments without approval" },
  requestSendMoney: { resource: "Payments", verb: "request", label: "Request payments" },
  fetchSendMoneyRequests: { resource: "Payments", verb: "read requests", label: "Read approval requests" },
  fetchTransactions: { resource: "Transactions", verb: "read", label: "Read transactions" },
  updateTransactions: { resource: "Transactions", verb: "annotate", label: "Annotate transactions" },
  fetchRecipients: { resource: "Recipients", verb: "read", label: "Read recipients" },
  createRecipients: { resource: "Recipients", verb: "add", label: "Add recipients" },
  editRecipients: { resource: "Recipients", verb: "change", label: "Change recipients" },
  fetchRecipientInvites: { resource: "Recipients", verb: "read invites", label: "Read recipient invites" },
  createRecipientInvites: { resource: "Recipients", verb: "invite", label: "Invite recipients" },
  editRecipientInvites: { resource: "Recipients", verb: "withdraw invites", label: "Withdraw recipient invites" },
  fetchDepositoryAccounts: { resource: "Accounts", verb: "read", label: "Read accounts" },
  fetchAccountStatements: { resource: "Accounts", verb: "read statements", label: "Read account statements" },
  createAccountStatements: { resource: "Accounts", verb: "make statements", label: "Make account statements" },
  fetchTreasuryAccounts: { resource: "Treasury", verb: "read", label: "Read treasury accounts" },
  fetchTreasuryTransactions: { resource: "Treasury", verb: "read transactions", label: "Read treasury transactions" },
  fetchTreasuryStatements: { resource: "Treasury", verb: "read statements", label: "Read treasury statements" },
  fetchInvoices: { resource: "Invoices", verb: "read", label: "Read invoices" },
  modifyInvoices: { resource: "Invoices", verb: "create and change", label: "Create and change invoices" },
  bankFiles: { resource: "Bank files", verb: "read", label: "Read bank files" },
  fetchCategories: { resource: "Categories", verb: "read", label: "Read categories" },
  editCategories: { resource: "Categories", verb: "change", label: "Change categories" },
  fetchOrganization: { resource: "Organization", verb: "read", label: "Read the organization" },
  fetchUsers: { resource: "Organization", verb: "read users", label: "Read users" },
  fetchWebhooks: { resource: "Webhooks", verb: "read", label: "Read webhooks" },
  createWebhooks: { resource: "Webhooks", verb: "add and change", label: "Add and change webhooks" },
};

const isScope = (name: string): name is Scope => Object.hasOwn(access, name);

/** What a right is called on the pages; permissions of users have names of their own. */
export const rightLabel = ({ name, displayName }: { readonly name: string; readonly displayName: string }): string =>
  isScope(name) ? access[name].label : displayName;

/** The scopes in groups, one for each resource. */
export function byResource<S extends { readonly name: Scope }>(
  scopes: readonly S[],
): ReadonlyMap<string, readonly S[]> {
  const order = Object.keys(access);
  const sorted = scopes.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  return Map.groupBy(sorted, ({ name }) => access[name].resource);
}

/** "Transactions: read, annotate". One line for each resource. */
export const accessInWords = (scopes: readonly Scope[]): readonly string[] =>
  [...byResource(scopes.map((name) => ({ name })))].map(
    ([resource, of]) => `${resource}: ${of.map(({ name }) => access[name].verb).join(", ")}`,
  );

/** The same as facts, for the scopes among the rights. */
export const accessByResource = (rights: readonly string[]) =>
  [...byResource(rights.filter(isScope).map((name) => ({ name })))].map(([label, of]) => ({
    label,
    value: capitalized(of.map(({ name }) => access[name].verb).join(", ")),
  }));

/** The rights that no scope gives: permissions of users. */
export const permissionsAmong = (rights: readonly string[]): readonly string[] =>
  rights.filter((name) => !isScope(name));
