import { Text } from "@mantine/core";
import type { TransactionTimeline as Timeline, Transaction } from "../../api/generated/types.gen.ts";
import { Copy } from "../forms/copy-button.tsx";
import { useAccountNames } from "../money/account-names.ts";
import { methodName } from "../money/payment-methods.ts";
import { kindNames } from "../money/transaction-labels.ts";
import { type Fact, Facts } from "../page/facts.tsx";
import { TextLink } from "../page/links.tsx";
import { formatBankDay } from "../page/when.tsx";

/** The details of a transaction that neither its heading nor its timeline shows. */
export function TransactionFactList({
  transaction,
  timeline,
  organization = [],
}: {
  readonly transaction: Transaction;
  readonly timeline: Timeline | undefined;
  /** The organization's own facts, such as the category. */
  readonly organization?: readonly Fact[];
}) {
  const { nameOf, isLoading } = useAccountNames();
  const method = timeline?.paymentMethod;
  const otherSideId = timeline?.otherSideId;
  const isPayment = transaction.kind === "outgoingPayment";
  const isInTimeline = (text: string | null) =>
    text === null || timeline?.entries.some(({ detail }) => detail?.includes(text) === true);
  const facts: readonly Fact[] = [
    {
      label: isPayment ? "To" : "Counterparty",
      value:
        isPayment || !isInHeading(transaction) ? (
          <Counterparty transaction={transaction} isPayment={isPayment} />
        ) : undefined,
    },
    // A payment's method says more.
    { label: "Type", value: isPayment ? undefined : (kindNames[transaction.kind] ?? transaction.kind) },
    { label: "Method", value: method ? methodName(method) : undefined },
    {
      label: "Account",
      value: (
        <TextLink to="/accounts/$accountId" params={{ accountId: transaction.accountId }} inherit>
          {nameOf(transaction.accountId) || (isLoading ? "\u00a0" : transaction.accountId)}
        </TextLink>
      ),
    },
    { label: "Bank details", value: bankDetailsOf(transaction) },
    {
      label: "Expected",
      value: transaction.status === "pending" ? formatBankDay(transaction.estimatedDeliveryDate) : undefined,
    },
    {
      label: "Reason",
      value: isInTimeline(transaction.reasonForFailure) ? undefined : (transaction.reasonForFailure ?? undefined),
    },
    { label: "Memo", value: transaction.externalMemo ?? undefined },
    {
      label: "Tracking number",
      value: isInTimeline(transaction.trackingNumber) ? undefined : transaction.trackingNumber,
    },
    { label: "Check number", value: transaction.checkNumber ?? undefined },
    {
      label: "Request",
      value: transaction.requestId ? (
        <TextLink to="/approvals/$requestId" params={{ requestId: transaction.requestId }} inherit>
          Approval request
        </TextLink>
      ) : undefined,
    },
    {
      label: "Counterparty",
      value: otherSideId ? (
        <TextLink to="/transactions/$transactionId" params={{ transactionId: otherSideId }} inherit>
          Matching transaction
        </TextLink>
      ) : undefined,
    },
    ...otherTransactions(transaction).map(({ id, relationKind }) => ({
      label: relations[relationKind].label,
      value: (
        <TextLink to="/transactions/$transactionId" params={{ transactionId: id }} inherit>
          {relations[relationKind].link}
        </TextLink>
      ),
    })),
    ...organization,
    { label: "ID", isWide: true, value: <Copy text={transaction.id} label="transaction ID" /> },
  ];
  return <Facts facts={facts} />;
}

/** The heading names the counterparty, unless the bank's description does not. */
const isInHeading = ({ bankDescription, counterpartyName, counterpartyNickname }: Transaction) =>
  counterpartyNickname === null && (bankDescription ?? counterpartyName).includes(counterpartyName);

/** A returned payment is its own return. */
const otherTransactions = ({ id: own, relatedTransactions }: Transaction) =>
  relatedTransactions.filter(({ id }) => id !== own);

const relations: Readonly<
  Record<Transaction["relatedTransactions"][number]["relationKind"], { readonly label: string; readonly link: string }>
> = {
  OriginalTransactionToFeePayment: { label: "Fee", link: "Fee transaction" },
  FeePaymentToOriginalTransaction: { label: "Fee for", link: "Original payment" },
  OriginalTransactionToReturn: { label: "Returned by", link: "Return transaction" },
  ReturnToOriginalTransaction: { label: "Return of", link: "Original transaction" },
};

function Counterparty({ transaction, isPayment }: { readonly transaction: Transaction; readonly isPayment: boolean }) {
  const { counterpartyId, counterpartyName, counterpartyNickname } = transaction;
  const name = (
    <>
      {counterpartyName}
      {counterpartyNickname !== null && (
        <Text component="span" c="dimmed" inherit>
          {" "}
          ({counterpartyNickname})
        </Text>
      )}
    </>
  );
  if (!isPayment) return name;
  return (
    <TextLink to="/recipients/$recipientId" params={{ recipientId: counterpartyId }} inherit>
      {name}
    </TextLink>
  );
}

/** Always masked. The full number is on the recipient's page, where revealing it is audited. */
function bankDetailsOf({ details }: Transaction): string | undefined {
  const info = details?.electronicRoutingInfo ?? details?.domesticWireRoutingInfo;
  if (!info) return undefined;
  return `${info.bankName ?? `Routing ${info.routingNumber}`}, account ••••${info.accountNumber.slice(-4)}`;
}
