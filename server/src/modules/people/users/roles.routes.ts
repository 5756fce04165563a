import { Type } from "typebox";
import type { Api } from "../../../kernel/http/api.ts";
import { OneOf, object } from "../../../kernel/http/schemas.ts";
import { isOfferedScope, offeredScopes } from "../../identity/index.ts";
import { type PermissionName, permissionNames, rightsOf } from "../roles.ts";
import { type UserRole, userRoles } from "../user.ts";

const roleWords: Readonly<Record<UserRole, { readonly displayName: string; readonly meaning: string }>> = {
  administrator: { displayName: "Administrator", meaning: "May do everything, for other people too." },
  approver: {
    displayName: "Approver",
    meaning: "Approves payments, and may ask for some. Neither sends without approval nor changes recipients.",
  },
  bookkeeper: {
    displayName: "Bookkeeper",
    meaning: "Keeps recipients, asks for payments and annotates transactions. Approves nothing.",
  },
  viewer: { displayName: "Viewer", meaning: "Reads everything but the bank details of recipients." },
  custom: { displayName: "Custom", meaning: "May do exactly what is chosen." },
};

const permissionWords: Readonly<Record<PermissionName, { readonly displayName: string; readonly meaning: string }>> = {
  approvePayments: { displayName: "Approve payments", meaning: "Release or reject what waits for approval." },
  manageUsers: { displayName: "Manage people", meaning: "Invite people, give them roles and lock them." },
  manageTokens: { displayName: "Manage API tokens", meaning: "Make and revoke tokens for programs." },
  manageRules: { displayName: "Manage approval rules", meaning: "Propose and confirm changes of rules and limits." },
  manageOrganization: { displayName: "Manage the organization", meaning: "Change the organization's settings." },
  readAudit: { displayName: "Read the audit log", meaning: "See who did what, when and from where." },
};

const rights = [
  ...permissionNames.map((name) => ({ name, kind: "permission" as const, ...permissionWords[name] })),
  ...offeredScopes.map(({ name, displayName, meaning, kind }) => ({ name, kind, displayName, meaning })),
];

/** What the roles are, in words: for whoever gives them. */
export function roleRoutes(app: Api): void {
  app.get(
    "/roles",
    {
      config: { scope: "person", permission: "manageUsers", refusals: [] },
      schema: {
        operationId: "getRoles",
        summary: "What the roles may do",
        description: "Every role and every right, in words, and what each role may do.",
        tags: ["Users"],
        response: {
          200: object({
            roles: Type.Array(
              object({
                name: OneOf(userRoles, "The role."),
                displayName: Type.String({ description: "What people call it." }),
                meaning: Type.String({ description: "What it is for." }),
                rights: Type.Array(Type.String({ description: "The name of a right." }), {
                  description: "What it may do; empty for `custom`, whose rights are chosen for each user.",
                }),
              }),
              { description: "The roles." },
            ),
            rights: Type.Array(
              object({
                name: Type.String({ description: "A scope or permission." }),
                displayName: Type.String({ description: "What people call it." }),
                meaning: Type.String({ description: "What it allows." }),
                kind: OneOf(["permission", "read", "write"], "`permission`: for people alone. Scopes read or write."),
              }),
              { description: "What can be chosen for the role `custom`." },
            ),
          }),
        },
      },
    },
    async () => ({
      roles: userRoles.map((name) => {
        const { scopes, permissions } = rightsOf(name, []);
        return { name, ...roleWords[name], rights: [...permissions, ...[...scopes].filter(isOfferedScope)] };
      }),
      rights,
    }),
  );
}
