import type { Transaction } from "../../api/generated/types.gen.ts";

const TRANSFERS: ReadonlySet<string> = new Set(["internalTransfer", "treasuryTransfer"]);

type Party = Pick<Transaction, "kind" | "amount" | "counterpartyNickname" | "counterpartyName">;

/** The counterparty; of a transfer between own accounts, which way it went: the other account has the other half. */
export function counterpartyText({ kind, amount, counterpartyNickname, counterpartyName }: Party): string {
  const name = counterpartyNickname ?? counterpartyName;
  return TRANSFERS.has(kind) ? `${amount < 0 ? "To" : "From"} ${name}` : name;
}
