import { isScopeName, readScopeNames, type ScopeName, scopeNames } from "../identity/index.ts";
import type { UserRole } from "./user.ts";

/** What people may do beside the scopes that tokens have too. */
export const permissionNames = [
  "manageUsers",
  "manageTokens",
  "manageRules",
  "manageOrganization",
  "approvePayments",
  "readAudit",
] as const;
export type PermissionName = (typeof permissionNames)[number];
export const isPermissionName = (text: string): text is PermissionName =>
  permissionNames.some((known) => known === text);

/** What somebody may do. */
export interface Rights {
  readonly scopes: ReadonlySet<ScopeName>;
  readonly permissions: ReadonlySet<PermissionName>;
}

/** Routes of these scopes show the full account numbers of payees. */
const showingNumbers: readonly ScopeName[] = ["fetchRecipients", "fetchRecipientInvites"];

/**
 * The one table of what each role may do; the role custom may do what is listed for its user.
 * - Nobody sends directly from the dashboard: that route wants a token's allowlist, whatever the role.
 * - An approver releases payments, so it neither sends without approval nor changes where they go: nor does it see the links
 *   by which payees do.
 * - A viewer sees no bank details of others.
 */
const table = {
  administrator: { scopes: scopeNames, permissions: permissionNames },
  approver: {
    scopes: [
      ...readScopeNames.filter((name) => name !== "fetchRecipientInvites"),
      "requestSendMoney",
      "updateTransactions",
    ],
    permissions: ["approvePayments"],
  },
  bookkeeper: {
    scopes: [
      ...readScopeNames,
      "updateTransactions",
      "requestSendMoney",
      "createRecipients",
      "editRecipients",
      "createRecipientInvites",
      "editRecipientInvites",
      "editCategories",
      "modifyInvoices",
    ],
    permissions: [],
  },
  viewer: { scopes: readScopeNames.filter((name) => !showingNumbers.includes(name)), permissions: [] },
} as const satisfies Readonly<
  Record<
    Exclude<UserRole, "custom">,
    { readonly scopes: readonly ScopeName[]; readonly permissions: readonly PermissionName[] }
  >
>;

/** What a person of the role may do. `custom` counts for the role custom alone; names that no longer exist count nothing. */
export function rightsOf(role: UserRole, custom: readonly string[]): Rights {
  if (role === "custom")
    return { scopes: new Set(custom.filter(isScopeName)), permissions: new Set(custom.filter(isPermissionName)) };
  return { scopes: new Set(table[role].scopes), permissions: new Set(table[role].permissions) };
}

/** The same, of a caller, whose rights come by name. */
export interface HeldRights {
  readonly scopes: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
}

/** Whether the second may do nothing that the first may not. */
export const covers = (held: HeldRights, wanted: Rights): boolean =>
  wanted.scopes.isSubsetOf(held.scopes) && wanted.permissions.isSubsetOf(held.permissions);
