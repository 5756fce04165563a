import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { OneOf, object } from "#kernel/http/schemas.ts";
import { scopeCatalog } from "#records/identity";
import { type PermissionName, permissionNames, rightsOf } from "../roles.ts";
import { type UserRole, userRoles } from "../user.ts";

const roleWords: Readonly<Record<UserRole, { readonly displayName: string; readonly meaning: string }>> = {
  administrator: { displayName: "Administrator", meaning: "Full access, including user management." },
  approver: {
    displayName: "Approver",
    meaning: "Approves and requests payments. Cannot send without approval or change recipients.",
  },
  bookkeeper: {
    displayName: "Bookkeeper",
    meaning: "Manages recipients, requests payments, and annotates transactions. Cannot approve.",
  },
  viewer: { displayName: "Viewer", meaning: "Reads everything except the bank details of recipients." },
  custom: { displayName: "Custom", meaning: "Has exactly the rights that you choose." },
};

const permissionWords: Readonly<Record<PermissionName, { readonly displayName: string; readonly meaning: string }>> = {
  approvePayments: {
    displayName: "Approve payments",
    meaning: "Approve or reject payments that are waiting for approval.",
  },
  manageUsers: { displayName: "Manage users", meaning: "Invite users, assign roles, and lock users." },
  manageTokens: { displayName: "Manage API tokens", meaning: "Create and revoke tokens for applications." },
  manageRules: { displayName: "Manage approval rules", meaning: "Propose and confirm changes of rules and limits." },
  manageOrganization: { displayName: "Manage the organization", meaning: "Change the organization's settings." },
  readAudit: { displayName: "Read the audit log", meaning: "See who did what, when, and from where." },
};

const rights = [
  ...permissionNames.map((name) => ({ name, kind: "permission" as const, ...permissionWords[name] })),
  ...scopeCatalog.map(({ name, displayName, meaning, kind }) => ({ name, kind, displayName, meaning })),
];

/** Descriptions of the roles, for users who assign them. */
export function roleRoutes(app: Api): void {
  app.get(
    "/roles",
    {
      config: { scope: "person", permission: "manageUsers", refusals: [] },
      schema: {
        operationId: "getRoles",
        summary: "List roles and rights",
        description: "Every role and every right with its description, and the rights of each role.",
        tags: ["Users"],
        response: {
          200: object(
            {
              roles: Type.Array(
                object({
                  name: OneOf(userRoles, "The role.", "UserRole"),
                  displayName: Type.String({ description: "Its display name." }),
                  meaning: Type.String({ description: "Its purpose." }),
                  rights: Type.Array(Type.String({ description: "The name of a right." }), {
                    description: "Its rights; empty for `custom`, whose rights are chosen for each user.",
                  }),
                }),
                { description: "The roles." },
              ),
              rights: Type.Array(
                object({
                  name: Type.String({ description: "A scope or permission." }),
                  displayName: Type.String({ description: "Its display name." }),
                  meaning: Type.String({ description: "What it allows." }),
                  kind: OneOf(["permission", "read", "write"], "`permission`: for users only. Scopes read or write."),
                }),
                { description: "What can be chosen for the role `custom`." },
              ),
            },
            { title: "RoleCatalog" },
          ),
        },
      },
    },
    async () => ({
      roles: userRoles.map((name) => {
        const { scopes, permissions } = rightsOf(name, []);
        return { name, ...roleWords[name], rights: [...permissions, ...scopes] };
      }),
      rights,
    }),
  );
}
