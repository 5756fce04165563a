import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import type { Caller } from "#records/identity";
import { type Delivery, mailDeliveryStates, mayReceiveLink } from "./invitations/invitation-delivery.ts";
import type { InvitationRow } from "./invitations/invitations.queries.ts";
import { allowedActionsOn, userActions } from "./requested-rights.ts";
import { type User, userRoles, userStatusOf } from "./user.ts";

export const Password = (description: string) => Type.String({ minLength: 1, maxLength: 1000, description });
export const Code = (description: string) => Type.String({ minLength: 1, maxLength: 40, description });
export const Secret = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
export const Email = Type.String({ minLength: 3, maxLength: 250, description: "The email address." });
export const PersonName = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });
export const Role = OneOf(userRoles, "The user's role.", "UserRole");
export const CustomPermissions = Type.Array(Type.String({ maxLength: 100, description: "A scope or permission." }), {
  maxItems: 100,
  description: "For the role `custom`: its scopes and permissions.",
});

export const Base64Url = (description: string, maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: "^[A-Za-z0-9_-]+$", description: `${description} In base64url.` });

/** A browser's reply after a passkey has signed a challenge. */
export const AssertionSchema = object(
  {
    id: Base64Url("The credential's id.", 2_000),
    clientDataJSON: Base64Url("As received from the browser.", 5_000),
    authenticatorData: Base64Url("As received from the browser.", 5_000),
    signature: Base64Url("As received from the browser.", 2_000),
    userHandle: Type.Optional(Base64Url("As received from the browser; required to sign in.", 100)),
  },
  { title: "PasskeyAssertion", description: "A challenge, signed by a passkey." },
);
export const assertionExample = {
  id: "dGhlIGNyZWRlbnRpYWw",
  clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
  authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M",
  signature: "MEUCIQDTGVxhrAbHsmMK",
  userHandle: "AZdcLo96fGCx8jwdWn6bEAGXXC6Penxgsfw9HVp-mxA",
};

export const UserSchema = object(
  {
    userId: Uuid("The user's id."),
    email: Type.String({ description: "The email address, in lower case." }),
    firstName: Type.String({ description: "First name." }),
    lastName: Type.String({ description: "Last name." }),
    organizationRole: OneOf(
      ["administrator", "bookkeeper", "customUser", "cardOnlyUser", "employee"],
      "The role in the terms of this API family: `customUser` stands for every other role.",
    ),
    role: Role,
    customPermissions: CustomPermissions,
    status: OneOf(["active", "locked"], "A locked user, and the tokens that they created, have no access."),
    allowedActions: Type.Optional(
      Type.Array(OneOf(userActions, "An action."), {
        description: "What the calling user may do with this user. Absent if a token makes the request.",
      }),
    ),
  },
  { title: "User", description: "A user of the organization." },
);

export const renderUser = (user: User, caller?: Caller): Static<typeof UserSchema> => ({
  userId: user.userId,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  organizationRole: user.role === "administrator" || user.role === "bookkeeper" ? user.role : "customUser",
  role: user.role,
  customPermissions: [...user.customPermissions],
  status: userStatusOf(user),
  ...(caller?.person === undefined ? {} : { allowedActions: [...allowedActionsOn(user, caller)] }),
});

export const InvitationSchema = object(
  {
    id: Uuid("The invitation's id."),
    email: Type.String({ description: "The invited person." }),
    firstName: Type.String({ description: "First name." }),
    lastName: Type.String({ description: "Last name." }),
    role: Role,
    customPermissions: CustomPermissions,
    invitedBy: Nullable(Uuid("The inviting user; null = an operator.")),
    createdAt: Timestamp("When it was created."),
    expiresAt: Timestamp("When the link expires."),
    delivery: OneOf(
      mailDeliveryStates,
      "`waiting`: the email is sent next. `sent`: the mail server took it. `failed`: no mail server took it so far. `link`: no email; a user handed over the link.",
      "InvitationDelivery",
    ),
    deliveryProblem: Nullable(Type.String({ description: "Why it failed; the service may still be trying." })),
    linkOffered: Type.Boolean({
      description: "Whether the calling user may receive the link to hand it over (POST …/link).",
    }),
  },
  { title: "Invitation", description: "An invitation that has not been used yet." },
);

export const renderInvitation = (
  row: InvitationRow,
  { delivery, caller }: { readonly delivery: Delivery; readonly caller: Caller },
): Static<typeof InvitationSchema> => ({
  id: row.invitation_id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role,
  customPermissions: row.custom_permissions,
  invitedBy: row.invited_by,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  delivery: delivery.state,
  deliveryProblem: delivery.problem,
  linkOffered: mayReceiveLink(row, { delivery, caller }),
});

export const Done = (description: string) => Type.Null({ description });
