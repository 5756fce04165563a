import {
  forEachMethod,
  methodTable,
  type PaymentMethod,
  paymentMethods,
} from "bursar-banking/identifiers/payment-method";
import { wordsIn } from "#records/search";
import { incomingKinds } from "./transaction-kinds.ts";

const transfers = ["internalTransfer", "treasuryTransfer"] as const;

/**
 * How bank descriptions begin; a name follows. Writing and searching both use this table: a search finds the words of
 * a prefix in all transactions of its kinds that begin so. A payment has the prefix of its method.
 */
const forms = {
  ...forEachMethod((method) => ({ prefix: methodTable[method].descriptionPrefix, kinds: [] })),
  transferOut: { prefix: "Transfer to ", kinds: transfers },
  transferIn: { prefix: "Transfer from ", kinds: transfers },
  deposit: { prefix: "Deposit from ", kinds: incomingKinds },
  returnedDeposit: { prefix: "Returned deposit from ", kinds: incomingKinds },
  returnedTransferOut: { prefix: "Returned transfer to ", kinds: transfers },
  returnedTransferIn: { prefix: "Returned transfer from ", kinds: transfers },
  failedTransferOut: { prefix: "Failed transfer to ", kinds: transfers },
  failedTransferIn: { prefix: "Failed transfer from ", kinds: transfers },
  wireFee: { prefix: "Fee of the international wire to ", kinds: ["wireFee"] },
} as const satisfies Readonly<
  Record<
    | PaymentMethod
    | `${"t" | "returnedT" | "failedT"}ransfer${"Out" | "In"}`
    | "deposit"
    | "returnedDeposit"
    | "wireFee",
    { readonly prefix: string; readonly kinds: readonly string[] }
  >
>;

/** The description of a transaction on the statement of the account. */
export const bankDescriptionOf = (what: keyof typeof forms, name: string): string => forms[what].prefix + name;

/** How the descriptions of some transactions begin. */
export interface DescriptionForm {
  readonly prefix: string;
  /** The words of the prefix, as searches compare them. */
  readonly words: readonly string[];
  /** Its transactions are the payments by this method; */
  readonly method: PaymentMethod | undefined;
  /** or those of these kinds that begin with the prefix. */
  readonly kinds: readonly string[];
}

export const descriptionForms: readonly DescriptionForm[] = Object.entries(forms).map(([what, { prefix, kinds }]) => ({
  prefix,
  words: wordsIn([prefix]),
  method: paymentMethods.find((method) => method === what),
  kinds,
}));

/** Kinds with descriptions in someone else's words: income and costs of treasury accounts, which are few. */
export const freelyDescribedKinds: readonly string[] = ["interestPayment", "other"];

/** Whether searches know how to find a transaction, other than a payment, by its description. */
export const isSearchable = (row: {
  readonly kind: string;
  readonly bankDescription: string;
  readonly counterpartyName: string;
}): boolean =>
  freelyDescribedKinds.includes(row.kind) ||
  row.bankDescription === row.counterpartyName ||
  descriptionForms.some(({ prefix, kinds }) => kinds.includes(row.kind) && row.bankDescription.startsWith(prefix));
