import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

/** The page that a row opens. */
export type RowTarget =
  | { readonly to: "/transactions/$transactionId"; readonly params: { readonly transactionId: string } }
  | {
      readonly to: "/approvals/$requestId";
      readonly params: { readonly requestId: string };
      readonly search?: Partial<RequestListState>;
    }
  | { readonly to: "/approvals/batches/$batchId"; readonly params: { readonly batchId: string } }
  | { readonly to: "/accounts/$accountId"; readonly params: { readonly accountId: string } }
  | { readonly to: "/recipients/$recipientId"; readonly params: { readonly recipientId: string } }
  | { readonly to: "/invoices/$invoiceId"; readonly params: { readonly invoiceId: string } }
  | { readonly to: "/invoices/customers/$customerId"; readonly params: { readonly customerId: string } }
  | { readonly to: "/settings/webhooks/$webhookId"; readonly params: { readonly webhookId: string } }
  | { readonly to: "/settings/tokens/$tokenId"; readonly params: { readonly tokenId: string } }
  | { readonly to: "/settings/people/$userId"; readonly params: { readonly userId: string } }
  | { readonly to: "/bank-files/$fileId"; readonly params: { readonly fileId: string } }
  | {
      readonly to: "/scheduled/recurring/$recurringPaymentId";
      readonly params: { readonly recurringPaymentId: string };
    };

/** The filters and the order of a list of requests, as in the URL: the page of a request knows which one follows. */
export interface RequestListState {
  readonly kind: "payment" | "transfer" | undefined;
  readonly account: string | undefined;
  readonly flagged: true | undefined;
  readonly sort: string | undefined;
  readonly order: "asc" | "desc" | undefined;
  /** The batch whose requests are listed. */
  readonly batch: string | undefined;
}

/**
 * The address of a row's page. Rows are plain links, because the router's own subscribe to the location: fifty of them
 * are computed again whenever a filter changes.
 */
export function useHref(): (target: RowTarget) => string {
  const router = useRouter();
  return useCallback((target) => router.buildLocation(target).publicHref, [router]);
}

/** Whether the browser should not handle a click on a link: no key that opens a tab or window, and the main button. */
export const opensHere = (event: {
  readonly button: number;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}): boolean => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
