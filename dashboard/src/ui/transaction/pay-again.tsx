import type { Transaction } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { ButtonLink } from "../page/links.tsx";

/** The next step after a payment that did not reach its recipient. */
export function PayAgain({
  transaction: { kind, amount, status, counterpartyId, accountId },
}: {
  readonly transaction: Transaction;
}) {
  const mayPay = useRight("requestSendMoney");
  const isOver = status === "failed" || status === "blocked" || status === "reversed";
  if (!mayPay || kind !== "outgoingPayment" || amount > 0 || !isOver) return null;
  return (
    <ButtonLink to="/pay" search={{ recipientId: counterpartyId, accountId }}>
      Pay again
    </ButtonLink>
  );
}
