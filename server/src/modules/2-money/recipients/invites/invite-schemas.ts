import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { formTypes, UploadedFileSchema } from "#records/attachments";
import { BrandSchema } from "#records/brand";
import { NamesOnPayments } from "../spelling/spelling-schemas.ts";
import { type InviteTrigger, inviteStates, inviteStatuses } from "./invite-states.ts";

const optional = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema));
const Methods = (description: string) =>
  Type.Array(OneOf(paymentMethods, "A payment method.", "PaymentMethod"), {
    minItems: 1,
    uniqueItems: true,
    description,
  });
const email = "The recipient's email address.";

/** An invite's id in a path or as a cursor: any text, so that a malformed id gets the same answer as an unknown one. */
export const InviteId = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });

export const CreateInviteSchema = object(
  {
    contactEmail: Type.String({ format: "email", maxLength: 254, description: email }),
    paymentMethods: Methods("The payment methods that you offer; the recipient enters the details of at least one."),
    requireTaxDocument: Type.Boolean({
      description:
        "Whether the recipient must upload a tax form (W-9, W-8BEN, or W-8BEN-E). It is then among the recipient's `attachments`.",
    }),
    sendEmail: Type.Boolean({
      description: "Whether to email the link; otherwise share `onboardingUrl` yourself.",
    }),
    name: optional(
      Type.String({ maxLength: 140, description: "The recipient's name. Required unless `recipientId` is given." }),
    ),
    recipientId: optional(
      Uuid(
        "The recipient to fill. On completion, `contactEmail` and `name`, if given, replace its own; a new name may need confirmation, like new details.",
      ),
    ),
    notes: optional(
      Type.String({ maxLength: 1000, description: "Shown to the recipient, on the page and in the email." }),
    ),
    organizationNameOnRequest: optional(
      Type.String({
        maxLength: 140,
        description:
          "The name by which the recipient knows you; shown next to your legal name, never in the subject of the email.",
      }),
    ),
    idempotencyKey: IdempotencyKey,
  },
  { title: "CreateRecipientInviteRequest" },
);
export type CreateInviteInput = Static<typeof CreateInviteSchema>;

/** `passOn` hands out the link, which changes nothing. */
const inviteActions = ["passOn", "resend", "withdraw"] as const satisfies readonly ("passOn" | InviteTrigger)[];

/** The invite (wire contract §4.8). Every member is always present. */
export const InviteSchema = object(
  {
    id: Type.String({
      description:
        "Identifies the invite. For the user or token that created it, it is also the secret of its link; everyone else gets another id until the invite is completed or has expired. Both work in paths and as cursors.",
    }),
    inviteId: Type.String({ description: "The same as `id`." }),
    onboardingUrl: Type.String({
      description:
        "Where the recipient enters their details. For them only; it does not work if `id` is not the secret.",
    }),
    status: OneOf(inviteStatuses, inWords(inviteStates, inviteStatuses), "RecipientInviteStatus"),
    name: Type.String({ description: "The recipient's name." }),
    contactEmail: Type.String({ description: email }),
    paymentMethods: Type.Array(OneOf(paymentMethods, "A payment method.", "PaymentMethod"), {
      description: "The requested methods.",
    }),
    requireTaxDocument: Type.Boolean({ description: "Whether the recipient must upload a tax form." }),
    createdAt: Timestamp("When it was made."),
    expiresAt: Nullable(Timestamp("Until when the link works.")),
    notes: Nullable(Type.String({ description: "Shown to the recipient, on the page and in the email." })),
    recipientId: Nullable(Uuid("The recipient to fill, or, once completed, the one it made.")),
    allowedActions: Type.Array(OneOf(inviteActions, "An action."), {
      description:
        "What the caller may do with it: share `onboardingUrl`, resend the email, withdraw the invite (DELETE).",
    }),
  },
  { title: "RecipientInvite", description: "An invite for a recipient to enter their own bank details." },
);
export type Invite = Static<typeof InviteSchema>;

/** The forms that a payee chooses from; other files of recipients have no type. */
const taxFormTypes = ["w9", "w8BEN", "w8BENE"] as const;
export type TaxFormType = (typeof taxFormTypes)[number];

export const TaxDocumentUploadSchema = object(
  {
    file: UploadedFileSchema,
    formType: OneOf(taxFormTypes, "Which form it is."),
  },
  { title: "UploadTaxDocumentRequest" },
);
export const TaxDocumentSchema = object(
  {
    fileName: Type.String({ description: "Its name." }),
    formType: OneOf(formTypes, "Which form it is.", "TaxFormType"),
    uploadedAt: Timestamp("When it was uploaded."),
  },
  { title: "TaxDocument", description: "The tax form that was uploaded." },
);
export type TaxDocument = Static<typeof TaxDocumentSchema>;

/** The content of the recipient's page. */
export const PayeeInviteSchema = object(
  {
    organizationName: Type.String({ description: "The organization's legal name." }),
    brand: BrandSchema,
    organizationNameOnRequest: Nullable(
      Type.String({ description: "The name by which the recipient may know it, as entered by its users." }),
    ),
    name: Type.String({ description: "The recipient's name, as entered by the organization." }),
    nameOnPayments: NamesOnPayments("The name as payments by each requested method carry it."),
    paymentMethods: Type.Array(OneOf(paymentMethods, "A payment method.", "PaymentMethod"), {
      description: "The details of at least one of these methods are required.",
    }),
    requireTaxDocument: Type.Boolean({
      description: "Whether a tax form must be uploaded before the details are submitted.",
    }),
    taxDocument: Nullable(TaxDocumentSchema),
    notes: Nullable(
      Type.String({ description: "The organization's note to the recipient; lines are separated by \\n." }),
    ),
    expiresAt: Timestamp("When the link expires."),
  },
  { title: "PayeeInvite" },
);
export type PayeeInvite = Static<typeof PayeeInviteSchema>;
