import type { OrganizationId } from "#kernel/values/ids.ts";

/** An ACH debit that the account's holder authorized. */
export interface DebitInstruction {
  readonly organizationId: OrganizationId;
  /** The bank recognizes a repeat by it. */
  readonly debitId: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountType: "checking" | "savings";
  readonly payerName: string;
  readonly amountMinor: bigint;
  readonly authorizedAt: Date;
}

/** Where a debit is. `askAt`: when the bank can know more; undefined if nothing more can happen. */
export type DebitStanding =
  | { readonly kind: "waiting"; readonly askAt: Date }
  | {
      readonly kind: "collected";
      readonly at: Date;
      readonly traceNumber: string;
      readonly askAt: Date | undefined;
    }
  /** Before or after it was collected. */
  | { readonly kind: "returned"; readonly at: Date; readonly code: string };

/**
 * A bank that collects ACH debits. Not every bank does: without one, invoices offer transfers only. Asking submits a
 * debit that the bank does not know, so a crash before or after the call changes nothing.
 */
export interface DebitRail {
  standingOf(debit: DebitInstruction, now: Date): Promise<DebitStanding>;
}
