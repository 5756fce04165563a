import { methodTable, type PaymentMethod, paymentMethods } from "bursar-banking/identifiers/payment-method";
import type { BankRail } from "#bank/exchange";
import type { PaymentAchFields, PaymentInstruction } from "#bank/rails";
import type { AccountId, RecipientId, RoutingId, TransactionId } from "#kernel/values/ids.ts";
import type { RoutingDetails } from "#money/recipients";

/** The verified instruction of a payment, as kept encrypted until it is in a file. */
export interface OrderContent {
  /** The account that pays; contents from release 0.1.0 do not have it. */
  readonly accountId?: AccountId;
  readonly amountMinor: bigint;
  readonly recipientName: string;
  readonly routing: RoutingDetails;
  readonly externalMemo: string | null;
  /** Why it is paid; international wires have one. */
  readonly purpose: string | null;
  /** Who pays the banks' fees, if the payment says so. */
  readonly chargeBearer: "DEBT" | "SHAR" | null;
  /** What the payment says of its own about ACH. */
  readonly achFields?: PaymentAchFields;
}

/** A payment that a bank receives in a file. */
export interface BankOrder {
  readonly transactionId: TransactionId;
  readonly accountId: AccountId;
  readonly recipientId: RecipientId;
  readonly routingId: RoutingId;
  readonly content: OrderContent;
}

/** The rail that carries a method. */
export const railOf = (method: PaymentMethod): BankRail => methodTable[method].rail;

/** The methods that a rail carries. */
export const methodsOf = (rail: BankRail): readonly PaymentMethod[] =>
  paymentMethods.filter((method) => railOf(method) === rail);

export const bankOrderOf = (instruction: PaymentInstruction): BankOrder => ({
  transactionId: instruction.instructionId,
  accountId: instruction.accountId,
  recipientId: instruction.recipientId,
  routingId: instruction.routingId,
  content: {
    accountId: instruction.accountId,
    amountMinor: instruction.amountMinor,
    recipientName: instruction.recipientName,
    routing: instruction.routing,
    externalMemo: instruction.externalMemo,
    purpose: instruction.purpose,
    chargeBearer: instruction.chargeBearer,
    ...(instruction.achFields === null ? {} : { achFields: instruction.achFields }),
  },
});

export const orderText = ({ amountMinor, ...rest }: OrderContent): string =>
  JSON.stringify({ ...rest, amountMinor: amountMinor.toString() });

/** Of a text that {@link orderText} made; its seal proves that nothing else wrote it. */
export function orderContentOf(text: string): OrderContent {
  const { amountMinor, ...rest } = JSON.parse(text) as Omit<OrderContent, "amountMinor"> & { amountMinor: string };
  return { ...rest, amountMinor: BigInt(amountMinor) };
}
