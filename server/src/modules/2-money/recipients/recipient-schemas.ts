import { type methodTable, paymentMethods } from "bursar-banking/identifiers/payment-method";
import { type Static, type TSchema, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import { RecipientAttachmentSchema } from "#records/attachments";
import { AchFieldsSchema } from "./details/ach-fields.ts";
import { type EnteredMethod, electronicAccountTypes, recipientStatuses } from "./recipient.ts";
import { NameProblem, NamesOnPayments } from "./spelling/spelling-schemas.ts";
import { ValidationSchema } from "./validation/validation-schemas.ts";

const text = (description: string, maxLength = 200) => Type.String({ maxLength, description });
const optional = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema));
const email = (description: string) => Type.String({ format: "email", maxLength: 254, description });

/** AddressWithoutName (wire contract §3.4). */
export const AddressSchema = object(
  {
    address1: text("Street line."),
    address2: optional(text("Second line.")),
    city: text("City."),
    region: text("State or region; a US state by its two letters."),
    postalCode: text("ZIP or postal code."),
    country: text("ISO 3166-1 alpha-2, such as US."),
  },
  { title: "Address", description: "An address." },
);
export type AddressInput = Static<typeof AddressSchema>;

const LegacyAddressSchema = object(
  {
    address1: text("Street line."),
    address2: optional(text("Second line.")),
    city: text("City."),
    state: optional(text("Two-letter US state; derived from the ZIP code if absent.")),
    postalCode: text("ZIP code."),
  },
  { title: "LegacyAddress", description: "Deprecated: a US address. Checks are mailed to `checkInfo.address`." },
);
export type LegacyAddressInput = Static<typeof LegacyAddressSchema>;

const accountNumber = text("US account number, 4 to 17 digits.");
const routingNumber = text("ABA routing number, nine digits.");
const bankName = optional(text("Name of the bank.", 100));

const electronicDescription = "Bank details for ACH; also used for real-time payments without their own.";
const ElectronicInput = object(
  {
    accountNumber,
    routingNumber,
    electronicAccountType: OneOf(electronicAccountTypes, "Account type and holder.", "ElectronicAccountType"),
    address: optional(AddressSchema),
    bankName,
  },
  { title: "PayeeElectronicRoutingInput", description: electronicDescription },
);
/** What files say is the payer's choice, so payees do not enter it. */
const PayerElectronicInput = object(
  { ...ElectronicInput.properties, achFields: optional(AchFieldsSchema) },
  { title: "ElectronicRoutingInput", description: electronicDescription },
);
const WireInput = object(
  { accountNumber, routingNumber, address: AddressSchema, bankName },
  {
    title: "DomesticWireRoutingInput",
    description: "Bank details for domestic wires. A wire includes the recipient's address.",
  },
);
const RealTimeInput = object(
  { accountNumber, routingNumber, address: optional(AddressSchema), bankName },
  { title: "RealTimePaymentRoutingInput", description: "Bank details for real-time payments." },
);
const CheckInput = object(
  { address: AddressSchema },
  { title: "CheckInfo", description: "Where checks are mailed: a US address." },
);

/** What the API accepts of each method. */
const enteredDetails = {
  electronicRoutingInfo: optional(ElectronicInput),
  domesticWireRoutingInfo: optional(WireInput),
  realTimePaymentRoutingInfo: optional(RealTimeInput),
  checkInfo: optional(CheckInput),
} as const satisfies Readonly<Record<(typeof methodTable)[EnteredMethod]["details"]["member"], TSchema>>;

export const InternationalDetailsSchema = object(
  {
    iban: Type.String({
      minLength: 1,
      maxLength: 60,
      description:
        "The account's IBAN, or the account number where the bank's country does not use IBANs; spaces do not matter.",
    }),
    swiftCode: Type.String({ minLength: 1, maxLength: 20, description: "The bank's BIC (SWIFT code)." }),
    bankName: Type.String({ minLength: 1, maxLength: 100, description: "Name of the bank." }),
    address: optional(AddressSchema),
    nationalBankCode: optional(
      text(
        "BSB number (Australia), institution and transit number (Canada), IFSC (India), or branch code (South Africa); required for banks there.",
        20,
      ),
    ),
    correspondentInfo: optional(
      object(
        { swiftCode: Type.String({ minLength: 1, maxLength: 20, description: "Its BIC." }) },
        { title: "CorrespondentInput", description: "The bank through which the payment goes, if there is one." },
      ),
    ),
  },
  { title: "InternationalDetails", description: "Bank details for international wires." },
);

/** What recipients enter for themselves: the details of at least one method. */
export const PayeeDetailsSchema = object(
  {
    ...enteredDetails,
    internationalWireRoutingInfo: optional(InternationalDetailsSchema),
  },
  { title: "PayeeDetails" },
);
export type PayeeDetails = Static<typeof PayeeDetailsSchema>;

const nickname = optional(text("Nickname used in the organization.", 140));
const contactEmail = optional(email("Contact for questions to the recipient."));
const isBusiness = optional(
  Type.Boolean({ description: "Whether the recipient is a business; derived from `electronicAccountType` if absent." }),
);
const emails = Type.Array(email("An email address."), {
  maxItems: 20,
  description: "The recipient's email addresses; the first is shown as `email`.",
});
const legacy = {
  address: optional(LegacyAddressSchema),
  // Accepts any value, so that the error can say where such details are entered.
  internationalWireRoutingInfo: Type.Optional(
    Type.Unknown({
      description:
        "Not accepted here: international details are entered through a recipient invite or in the dashboard. `null` removes them.",
    }),
  ),
  paymentMethod: optional(text("Accepted from older clients, but not used.")),
  paymentMethods: Type.Optional(
    Type.Unsafe<unknown>({
      description: "Accepted from older clients, but not used: the methods follow from the bank details.",
    }),
  ),
  defaultForBenefitOf: Type.Optional(
    Type.Unsafe<unknown>({ description: "Accepted from older clients, but not used." }),
  ),
  defaultPaymentMethod: optional(
    text("Accepted from older clients, but not used: the default follows from the bank details."),
  ),
  idempotencyKey: IdempotencyKey,
};

export const CreateRecipientSchema = object(
  {
    name: text(
      "The recipient's name, as sent to the bank and printed on checks, in letters that can be written in Latin ones without accents (see `nameOnPayments`). A new name counts as a change of bank details.",
      140,
    ),
    email: Type.Optional(email("One email address: the same as `emails` with one.")),
    emails: Type.Optional(emails),
    contactEmail,
    nickname,
    isBusiness,
    ...enteredDetails,
    electronicRoutingInfo: optional(PayerElectronicInput),
    ...legacy,
  },
  { title: "CreateRecipientRequest" },
);
export type CreateRecipientInput = Static<typeof CreateRecipientSchema>;

export const UpdateRecipientSchema = object(
  {
    ...CreateRecipientSchema.properties,
    name: Type.Optional(CreateRecipientSchema.properties.name),
  },
  { title: "UpdateRecipientRequest" },
);
export type UpdateRecipientInput = Static<typeof UpdateRecipientSchema>;

const fullOrMasked = Type.String({
  description:
    "The full number for tokens with `fetchRecipients`, otherwise its last four digits: `••••6789`. Signed-in users can reveal it with a separate request.",
});
const wireAnswer = {
  accountNumber: fullOrMasked,
  routingNumber: Type.String({ description: "ABA routing number." }),
  bankName: Nullable(Type.String({ description: "Name of the bank." })),
  address: Nullable(AddressSchema),
};

const given = (description: string) => Nullable(Type.String({ description }));
/** Bank details for international wires, of a recipient or of a transaction (wire contract §3.4). */
export const InternationalInfoSchema = object(
  {
    iban: fullOrMasked,
    swiftCode: Type.String({ description: "The bank's BIC (SWIFT code)." }),
    countrySpecific: Type.Object(
      {},
      { additionalProperties: true, description: "Numbers that a country requires, by country; empty if none." },
    ),
    address: Nullable(AddressSchema),
    bankDetails: Nullable(
      object(
        {
          bankName: Type.String({ description: "Name of the bank." }),
          bankCityState: Type.String({ description: "City and state of the bank; may be empty." }),
          bankCountry: Type.String({ description: "Country of the bank, ISO 3166-1 alpha-2." }),
        },
        { title: "InternationalBankDetails", description: "The bank." },
      ),
    ),
    correspondentInfo: Nullable(
      object(
        {
          bankName: given("Name of the bank."),
          routingNumber: given("Its routing number."),
          swiftCode: given("Its BIC."),
        },
        { title: "CorrespondentInfo", description: "The correspondent bank." },
      ),
    ),
    emailAddress: given("The recipient's email address."),
    phoneNumber: given("The recipient's phone number."),
  },
  { title: "InternationalWireRoutingInfo", description: "International wires." },
);

/** The Recipient object (wire contract §3.3). Every member is always present. */
export const RecipientSchema = object(
  {
    id: Uuid("The recipient."),
    recipientId: Uuid("The same as `id`."),
    name: Type.String({ description: "The recipient's name." }),
    nickname: Nullable(Type.String({ description: "Nickname used in the organization." })),
    email: Nullable(Type.String({ description: "The first of `emails`." })),
    emails: Type.Array(Type.String(), { description: "The recipient's email addresses." }),
    contactEmail: Nullable(Type.String({ description: "Contact for questions to the recipient." })),
    isBusiness: Nullable(Type.Boolean({ description: "Whether the recipient is a business; null = unknown." })),
    status: OneOf(recipientStatuses, "Whether it can be paid.", "RecipientStatus"),
    defaultPaymentMethod: OneOf(
      paymentMethods,
      "The default payment method; follows from the bank details.",
      "PaymentMethod",
    ),
    payableBy: Type.Array(OneOf(paymentMethods, "A payment method.", "PaymentMethod"), {
      description: "The available payment methods: those with details, directly or by fallback.",
    }),
    electronicRoutingInfo: Nullable(
      object(
        {
          ...wireAnswer,
          electronicAccountType: OneOf(electronicAccountTypes, "Kind of account.", "ElectronicAccountType"),
          achFields: Type.Optional(AchFieldsSchema),
        },
        { title: "ElectronicRoutingInfo", description: "ACH." },
      ),
    ),
    domesticWireRoutingInfo: Nullable(object(wireAnswer, { title: "WireRoutingInfo", description: "Domestic wires." })),
    realTimePaymentRoutingInfo: Nullable(
      object(wireAnswer, { title: "WireRoutingInfo", description: "Real-time payments." }),
    ),
    internationalWireRoutingInfo: Nullable(InternationalInfoSchema),
    checkInfo: Nullable(object({ address: AddressSchema }, { title: "CheckInfo", description: "Checks." })),
    address: Nullable(
      object(
        { name: Type.String({ description: "The recipient's name." }), ...AddressSchema.properties },
        { title: "NamedAddress", description: "Deprecated." },
      ),
    ),
    defaultAddress: Nullable(AddressSchema),
    dateLastPaid: Nullable(Timestamp("When a payment to it was last sent.")),
    awaitingConfirmation: Type.Array(OneOf(paymentMethods, "A payment method.", "PaymentMethod"), {
      description:
        "Methods whose changed bank details wait for a second user; until then, payments use the details shown.",
    }),
    proposedName: Nullable(
      Type.String({
        description: "A new name that waits for a second user; until then, payments use `name`.",
      }),
    ),
    nameOnPayments: NamesOnPayments(
      "The name as payments by each available method carry it; empty if it cannot be written.",
    ),
    nameProblem: NameProblem,
    accountValidation: Nullable(ValidationSchema),
    inviteId: Nullable(Type.String({ description: "The invite that filled it." })),
    attachments: Type.Array(RecipientAttachmentSchema, { description: "Its files, such as tax forms." }),
  },
  { title: "Recipient", description: "A saved recipient." },
);
export type Recipient = Static<typeof RecipientSchema>;
