import { isScopeName, readScopeNames, type ScopeName, scopeNames } from "#records/identity";
import type { UserRole } from "./user.ts";

/** What users may do in addition to the scopes that tokens can have. */
export const permissionNames = [
  "manageUsers",
  "manageTokens",
  "manageRules",
  "manageOrganization",
  "approvePayments",
  "readAudit",
] as const;
export type PermissionName = (typeof permissionNames)[number];
export const isPermissionName = (text: string): text is PermissionName => permissionNames.some((name) => name === text);

/** The rights of a user. */
export interface Rights {
  readonly scopes: ReadonlySet<ScopeName>;
  readonly permissions: ReadonlySet<PermissionName>;
}

/** Routes of these scopes show the full account numbers of recipients. */
const showingNumbers: readonly ScopeName[] = ["fetchRecipients", "fetchRecipientInvites"];

/**
 * The table of what each role may do; the role custom has the rights listed for its user.
 * - No role sends directly from the dashboard: that route requires a token's allowlist.
 * - An approver releases payments, so it neither sends without approval nor changes recipients, and cannot see
 * recipient invite links.
 * - A viewer sees no bank details of others.
 */
const table = {
  administrator: { scopes: scopeNames, permissions: permissionNames },
  approver: {
    scopes: [
      ...readScopeNames.filter((name) => name !== "fetchRecipientInvites"),
      "requestSendMoney",
      "updateTransactions",
      "createAccountStatements",
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
      "bankFiles",
      "createAccountStatements",
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

/** The rights of a role. `custom` counts only for the role custom; names that no longer exist are ignored. */
export function rightsOf(role: UserRole, custom: readonly string[]): Rights {
  if (role === "custom")
    return { scopes: new Set(custom.filter(isScopeName)), permissions: new Set(custom.filter(isPermissionName)) };
  return { scopes: new Set(table[role].scopes), permissions: new Set(table[role].permissions) };
}

/** The same for a caller, whose rights are names. */
export interface HeldRights {
  readonly scopes: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
}

/** Whether the second has no right that the first lacks. */
export const covers = (held: HeldRights, needed: Rights): boolean =>
  needed.scopes.isSubsetOf(held.scopes) && needed.permissions.isSubsetOf(held.permissions);

/** Users with one of these permissions confirm changes that need two people. */
export const managingPermissions: readonly PermissionName[] = [
  "manageUsers",
  "manageTokens",
  "manageRules",
  "manageOrganization",
];
