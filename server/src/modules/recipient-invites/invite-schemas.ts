import { type Static, Type } from "typebox";
import { paymentMethods } from "../../banking/identifiers/payment-method.ts";
import { Nullable, OneOf, object, Timestamp, Uuid } from "../../kernel/http/schemas.ts";
import { IdempotencyKey } from "../../kernel/idempotency/key.ts";
import { inWords } from "../../kernel/states/state-table.ts";
import { type InviteTrigger, inviteStates, inviteStatuses } from "./invite-states.ts";

const optional = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema));
const Methods = (description: string) =>
  Type.Array(OneOf(paymentMethods, "A payment method."), { minItems: 1, uniqueItems: true, description });
const email = "The payee's e-mail address.";

/** An invite's id in a path or as a cursor: any text, so that one that cannot be an id is answered like an unknown one. */
export const InviteId = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });

export const CreateInviteSchema = object({
  contactEmail: Type.String({ format: "email", maxLength: 254, description: email }),
  paymentMethods: Methods("How you would like to pay: the payee enters the details of one of them or more."),
  requireTaxDocument: Type.Boolean({
    description:
      "Whether the payee is told to send you a tax form (W-9 or W-8). The form itself does not come by the page.",
  }),
  sendEmail: Type.Boolean({
    description: "Whether to send the link by e-mail; otherwise pass `onboardingUrl` on yourself.",
  }),
  name: optional(
    Type.String({ maxLength: 140, description: "The payee's name. Required unless `recipientId` is given." }),
  ),
  recipientId: optional(
    Uuid(
      "The recipient to fill. Once the payee is done, `contactEmail` and `name`, if given, replace its own; a new name is a change that may have to be confirmed, like new details.",
    ),
  ),
  notes: optional(Type.String({ maxLength: 1000, description: "Shown to the payee, on the page and in the e-mail." })),
  organizationNameOnRequest: optional(
    Type.String({
      maxLength: 140,
      description:
        "The name the payee knows you by; shown with your legal name, and never in the subject of the e-mail.",
    }),
  ),
  idempotencyKey: IdempotencyKey,
});
export type CreateInviteInput = Static<typeof CreateInviteSchema>;

/** `passOn` hands out the link, which changes nothing. */
const inviteActions = ["passOn", "resend", "withdraw"] as const satisfies readonly ("passOn" | InviteTrigger)[];

/** The invite (wire contract §4.8). Every member is always present. */
export const InviteSchema = object(
  {
    id: Type.String({
      description:
        "Names the invite. For the person or token that made it, it is also the secret of its link; everyone else gets another id until the invite is completed or has expired. Both work in paths and as cursors.",
    }),
    inviteId: Type.String({ description: "The same as `id`." }),
    onboardingUrl: Type.String({
      description:
        "Where the payee enters their details. For them and nobody else; opens nothing where `id` is not the secret.",
    }),
    status: OneOf(inviteStatuses, inWords(inviteStates, inviteStatuses)),
    name: Type.String({ description: "The payee's name." }),
    contactEmail: Type.String({ description: email }),
    paymentMethods: Type.Array(OneOf(paymentMethods, "A payment method."), { description: "The methods asked for." }),
    requireTaxDocument: Type.Boolean({ description: "Whether the payee is told to send you a tax form." }),
    createdAt: Timestamp("When it was made."),
    expiresAt: Nullable(Timestamp("Until when the link works.")),
    notes: Nullable(Type.String({ description: "What the payee is told, on the page and in the e-mail." })),
    recipientId: Nullable(Uuid("The recipient to fill, or, once completed, the one it made.")),
    allowedActions: Type.Array(OneOf(inviteActions, "An action."), {
      description:
        "What whoever asks may do with it: pass on `onboardingUrl`, send it by mail again, withdraw the invite (DELETE).",
    }),
  },
  { $id: "RecipientInvite", description: "An invite for a payee to enter their own bank details." },
);
export type Invite = Static<typeof InviteSchema>;

/** What the payee's page says. */
export const PayeeInviteSchema = object({
  organizationName: Type.String({ description: "Who asks: the organisation's legal name." }),
  organizationNameOnRequest: Nullable(
    Type.String({ description: "The name the payee may know it by, as its people put it." }),
  ),
  name: Type.String({ description: "The payee's name, as the organisation put it." }),
  paymentMethods: Type.Array(OneOf(paymentMethods, "A payment method."), {
    description: "The details of at least one of these methods are asked for.",
  }),
  requireTaxDocument: Type.Boolean({
    description: "Whether the organisation wants a tax form as well, sent otherwise.",
  }),
  notes: Nullable(Type.String({ description: "What the organization tells the payee; lines are separated by \\n." })),
  expiresAt: Timestamp("Until when the link works."),
});
export type PayeeInvite = Static<typeof PayeeInviteSchema>;
