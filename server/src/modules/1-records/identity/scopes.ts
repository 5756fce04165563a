/**
 * The scope catalog (wire contract §1.4). A route declares one of these, `anyToken`, or `public`; the service does not
 * start with any other name. Display names match the token dialog of this API family.
 */
export interface Scope {
  readonly name: string;
  readonly displayName: string;
  /** One line for the dialog and the reference page. */
  readonly meaning: string;
  readonly kind: "read" | "write";
}

export const scopeCatalog = [
  {
    name: "fetchDepositoryAccounts",
    displayName: "Fetch Depository Accounts",
    meaning: "Read accounts with their balances and account numbers.",
    kind: "read",
  },
  {
    name: "fetchTreasuryAccounts",
    displayName: "Fetch Treasury Accounts",
    meaning: "Read treasury accounts.",
    kind: "read",
  },
  {
    name: "fetchTreasuryTransactions",
    displayName: "Fetch Treasury Transactions",
    meaning: "Read the transactions of treasury accounts.",
    kind: "read",
  },
  {
    name: "fetchTreasuryStatements",
    displayName: "Fetch Treasury Statements",
    meaning: "Read the statements of treasury accounts.",
    kind: "read",
  },
  {
    name: "fetchAccountStatements",
    displayName: "Fetch Account Statements",
    meaning: "Read the statements of accounts.",
    kind: "read",
  },
  {
    name: "createAccountStatements",
    displayName: "Create Account Statements",
    meaning: "Make statements of accounts for any days.",
    kind: "write",
  },
  { name: "fetchTransactions", displayName: "Fetch Transactions", meaning: "Read transactions.", kind: "read" },
  {
    name: "updateTransactions",
    displayName: "Update Transactions",
    meaning: "Edit the note and category of transactions and attach files to them.",
    kind: "write",
  },
  {
    name: "sendMoney",
    displayName: "Send Money",
    meaning: "Send payments without approval, cancel them, and move money between the organization's accounts.",
    kind: "write",
  },
  {
    name: "requestSendMoney",
    displayName: "Send Money with Approval",
    meaning: "Request payments that a user approves.",
    kind: "write",
  },
  {
    name: "fetchSendMoneyRequests",
    displayName: "Fetch Send Money Requests",
    meaning: "Read approval requests.",
    kind: "read",
  },
  {
    name: "fetchRecipients",
    displayName: "Fetch Recipients",
    meaning: "Read recipients with their account numbers.",
    kind: "read",
  },
  { name: "createRecipients", displayName: "Create Recipients", meaning: "Add recipients.", kind: "write" },
  { name: "editRecipients", displayName: "Edit Recipients", meaning: "Change and delete recipients.", kind: "write" },
  {
    name: "fetchRecipientInvites",
    displayName: "Fetch Recipient Invites",
    meaning: "Read recipient invites with their links. The holder of a link can enter bank details.",
    kind: "read",
  },
  {
    name: "createRecipientInvites",
    displayName: "Create Recipient Invites",
    meaning: "Invite recipients to enter their own bank details.",
    kind: "write",
  },
  {
    name: "editRecipientInvites",
    displayName: "Edit Recipient Invites",
    meaning: "Withdraw recipient invites.",
    kind: "write",
  },
  { name: "fetchCategories", displayName: "Fetch Categories", meaning: "Read transaction categories.", kind: "read" },
  {
    name: "editCategories",
    displayName: "Edit Categories",
    meaning: "Add, change, and delete transaction categories.",
    kind: "write",
  },
  {
    name: "fetchOrganization",
    displayName: "Fetch Organization",
    meaning: "Read the organization's record.",
    kind: "read",
  },
  { name: "fetchUsers", displayName: "Fetch Users", meaning: "Read the organization's users.", kind: "read" },
  {
    name: "fetchWebhooks",
    displayName: "Fetch Webhooks",
    meaning: "Read webhook endpoints and their deliveries.",
    kind: "read",
  },
  {
    name: "createWebhooks",
    displayName: "Create Webhooks",
    meaning: "Add, change, test, and delete webhook endpoints.",
    kind: "write",
  },
  { name: "fetchInvoices", displayName: "Fetch Invoices", meaning: "Read invoices and their customers.", kind: "read" },
  {
    name: "modifyInvoices",
    displayName: "Modify Invoices",
    meaning: "Create and change invoices and their customers.",
    kind: "write",
  },
  {
    name: "bankFiles",
    displayName: "Bank Files",
    meaning:
      "Read bank connections and test them, and read the files exchanged with banks, which contain account numbers.",
    // A token that only reads does not get every payee's account number in one file.
    kind: "write",
  },
] as const satisfies readonly Scope[];

export type ScopeName = (typeof scopeCatalog)[number]["name"];

/** Every scope, in the catalog's order. */
export const scopeNames: readonly ScopeName[] = scopeCatalog.map((scope) => scope.name);
export const readScopeNames: readonly ScopeName[] = scopeCatalog.flatMap(({ name, kind }) =>
  kind === "read" ? [name] : [],
);
const names: ReadonlySet<string> = new Set(scopeNames);

export const isScopeName = (text: string): text is ScopeName => names.has(text);

/**
 * What a route may declare instead of a scope: any valid token, only a signed-in user, only a token for provisioning, or no
 * authentication.
 */
export const routeScopesOutsideCatalog = ["anyToken", "person", "provisioning", "public"] as const;

/**
 * What an agent may do, whatever it reads (ADR 0128): read what its work is about, and request payments. It sends nothing,
 * changes no recipient, and decides nothing. Nor does it read invites, whose links let their holder enter bank details.
 */
const agentScopes: ReadonlySet<ScopeName> = new Set<ScopeName>([
  "fetchDepositoryAccounts",
  "fetchAccountStatements",
  "fetchTransactions",
  "fetchRecipients",
  "fetchCategories",
  "fetchOrganization",
  "fetchInvoices",
  "fetchSendMoneyRequests",
  "requestSendMoney",
]);

/** A token for provisioning sends users and groups (SCIM) and opens no other route; no other token opens these. */
export const tokenKinds = ["readOnly", "readWrite", "custom", "provisioning", "agent"] as const;
export type TokenKind = (typeof tokenKinds)[number];

/**
 * The scopes of a token of this kind. Only a custom token's scopes are chosen when it is created; the other kinds
 * follow the catalog, so they gain scopes that are added later.
 */
export function scopesOf(kind: TokenKind, custom: readonly string[]): readonly ScopeName[] {
  switch (kind) {
    case "readOnly":
      return readScopeNames;
    case "readWrite":
      return scopeNames;
    case "custom":
      return scopeNames.filter((name) => custom.includes(name));
    case "agent":
      return scopeNames.filter((name) => agentScopes.has(name));
    case "provisioning":
      return [];
  }
}

/** Whether these scopes can move money out of the organization without approval. */
export const canSendWithoutApproval = (scopes: readonly ScopeName[]): boolean => scopes.includes("sendMoney");
