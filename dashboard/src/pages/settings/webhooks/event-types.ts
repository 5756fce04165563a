import type { CreateWebhookData } from "#api/generated/types.gen.ts";

export type EventType = NonNullable<NonNullable<CreateWebhookData["body"]>["eventTypes"]>[number];

/** Events this service emits. The API also accepts names of account kinds that it does not have. */
export const eventTypeNames: readonly { readonly value: EventType; readonly label: string }[] = [
  { value: "transaction.created", label: "Transaction created" },
  { value: "transaction.updated", label: "Transaction updated" },
  { value: "checkingAccount.balance.updated", label: "Checking balance updated" },
  { value: "savingsAccount.balance.updated", label: "Savings balance updated" },
  { value: "treasuryAccount.balance.updated", label: "Treasury balance updated" },
];

export const eventTypeText = (type: string): string =>
  eventTypeNames.find(({ value }) => value === type)?.label ?? type;

export const eventTypesText = (types: readonly string[] | null): string =>
  types === null ? "Transactions created and updated" : types.map(eventTypeText).join(", ");
