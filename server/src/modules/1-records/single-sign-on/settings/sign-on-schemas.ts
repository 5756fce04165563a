import { Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { CustomPermissions, Role } from "#records/people";
import { roleSources } from "../provider.ts";

const RoleMappingSchema = object(
  {
    value: Type.String({
      minLength: 1,
      maxLength: 200,
      description: "A value of the claim, or the name of a group; `*` fits everyone.",
    }),
    role: Role,
    customPermissions: CustomPermissions,
  },
  { title: "RoleMapping", description: "Users with this value have this role." },
);

const settings = {
  enabled: Type.Boolean({ description: "Whether users can sign in with the provider." }),
  name: Type.String({ maxLength: 100, description: "The provider's name, for users." }),
  issuer: Type.String({ maxLength: 2_000, description: "The provider's issuer, such as `https://example.okta.com`." }),
  clientId: Type.String({ maxLength: 500, description: "The client ID that the provider gave Bursar." }),
  emailDomains: Type.Array(Type.String({ minLength: 1, maxLength: 253, description: "A domain." }), {
    maxItems: 50,
    description: "The company's domains: only users with such addresses are linked or created.",
  }),
  createsUsers: Type.Boolean({
    description:
      "Whether someone who was not invited becomes a user at their first sign-in. Needs roles from a claim: without a role, nobody is created.",
  }),
  roleSource: OneOf(
    roleSources,
    "Who decides roles. `bursar`: administrators, as without single sign-on. `claim`: a claim, at each sign-in. `groups`: groups that the provider sends over SCIM.",
    "RoleSource",
  ),
  roleClaim: Nullable(
    Type.String({
      maxLength: 200,
      description:
        "The claim with the values, such as `groups` or `realm_access.roles`; null unless roles come from one.",
    }),
  ),
  roleMappings: Type.Array(RoleMappingSchema, {
    maxItems: 100,
    description: "In order: the first that fits decides. Who has no fitting value has no role.",
  }),
  enforced: Type.Boolean({
    description: "Whether users must sign in with the provider. Passwords and passkeys then admit nobody else.",
  }),
  breakGlassUsers: Type.Array(Uuid("An administrator with a second factor."), {
    maxItems: 20,
    uniqueItems: true,
    description: "Administrators who get in without the provider, and never with it.",
  }),
};

export const SignOnSchema = object(
  {
    ...settings,
    hasClientSecret: Type.Boolean({ description: "Whether a client secret is stored. It is never shown." }),
    version: Type.Integer({ description: "Increases with every change; 0: never set up." }),
    redirectUri: Type.String({ description: "Enter this at the provider as the sign-in redirect URI." }),
    logoutUri: Type.String({ description: "Enter this at the provider as the back-channel logout URI." }),
    scimUrl: Type.String({ description: "Enter this at the provider as the SCIM base URL." }),
  },
  { title: "SingleSignOn", description: "How the organization's users sign in with its identity provider." },
);

export const ChangeSignOnSchema = object(
  {
    enabled: Type.Optional(settings.enabled),
    name: Type.Optional(settings.name),
    issuer: Type.Optional(settings.issuer),
    clientId: Type.Optional(settings.clientId),
    clientSecret: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 1_000,
          description: "The client secret; null removes it. Omitted: it stays.",
        }),
      ),
    ),
    emailDomains: Type.Optional(settings.emailDomains),
    createsUsers: Type.Optional(settings.createsUsers),
    roleSource: Type.Optional(settings.roleSource),
    roleClaim: Type.Optional(settings.roleClaim),
    roleMappings: Type.Optional(settings.roleMappings),
    enforced: Type.Optional(settings.enforced),
    breakGlassUsers: Type.Optional(settings.breakGlassUsers),
  },
  { title: "ChangeSingleSignOnRequest" },
);

export const LinkSchema = object(
  {
    userId: Uuid("The user."),
    issuer: Type.String({ description: "The provider." }),
    subject: Type.String({ description: "The provider's permanent ID of the user." }),
    linkedAt: Timestamp("When the user first signed in with the provider."),
  },
  { title: "IdentityLink", description: "Who a user is at the provider." },
);
