import { useDebouncedValue } from "@mantine/hooks";
import {
  IconArrowsExchange,
  IconBuildingBank,
  IconChecklist,
  IconFileInvoice,
  IconList,
  IconUser,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { messageOf, ServiceUnavailable } from "../../api/api-error.ts";
import { searchEverything } from "../../api/generated/sdk.gen.ts";
import type { SearchResult } from "../../api/generated/types.gen.ts";
import { formatMoney } from "../../ui/money/money.tsx";
import { statusNames } from "../../ui/money/transaction-labels.ts";
import { formatInstant } from "../../ui/page/when.tsx";
import type { PaletteGroup, PaletteItem, PaletteTarget } from "./palette-item.ts";
import type { RecentItem } from "./recent-items.ts";

/** As long as the API accepts. */
export const TYPED_LENGTH_MAX = 200;
const PAUSE_MS = 150;
const KEPT_MS = 10_000;

type Type = SearchResult["type"];

const kinds: Readonly<
  Record<
    Type,
    { readonly title: string; readonly icon: PaletteItem["icon"]; readonly target: (id: string) => PaletteTarget }
  >
> = {
  recipient: {
    title: "Recipients",
    icon: IconUser,
    target: (recipientId) => ({ to: "/recipients/$recipientId", params: { recipientId } }),
  },
  transaction: { title: "Transactions", icon: IconList, target: transactionTarget },
  transfer: { title: "Transfers", icon: IconArrowsExchange, target: transactionTarget },
  request: {
    title: "Requests",
    icon: IconChecklist,
    target: (requestId) => ({ to: "/approvals/$requestId", params: { requestId } }),
  },
  invoice: {
    title: "Invoices",
    icon: IconFileInvoice,
    target: (invoiceId) => ({ to: "/invoices/$invoiceId", params: { invoiceId } }),
  },
  account: {
    title: "Accounts",
    icon: IconBuildingBank,
    target: (accountId) => ({ to: "/accounts/$accountId", params: { accountId } }),
  },
};

function transactionTarget(transactionId: string): PaletteTarget {
  return { to: "/transactions/$transactionId", params: { transactionId } };
}

const isType = (type: string): type is Type => Object.hasOwn(kinds, type);

const otherStatuses: Readonly<Record<string, string | undefined>> = {
  ...statusNames,
  pendingApproval: "Waiting for approval",
  approved: "Approved",
  rejected: "Rejected",
  Cancelled: "Canceled",
};

/** The texts of a result: "Invoice 42 · 02100002… · Nov 27, 2026" and "$5,000.00 · Sent". */
function itemOf(result: SearchResult): PaletteItem {
  const { type, id, name, memo, reference, lastFour, amount, status, createdAt } = result;
  const { icon, target } = kinds[type];
  const detail = [memo, reference, lastFour && `••${lastFour}`, createdAt && formatInstant(createdAt, "short")];
  const state = type === "transaction" && status === "sent" && amount !== null && amount > 0 ? "Received" : undefined;
  const end = [amount === null ? null : formatMoney(amount), state ?? (status && (otherStatuses[status] ?? status))];
  return {
    id,
    label: name,
    detail: detail.filter(Boolean).join(" · ") || undefined,
    end: end.filter(Boolean).join(" · ") || undefined,
    icon,
    action: target(id),
  };
}

/** Results of one type that were opened before. */
export const recentItems = (recent: readonly RecentItem[]): readonly PaletteItem[] =>
  recent.flatMap(({ type, id, name }) =>
    isType(type)
      ? [{ id, label: name, detail: kinds[type].title, icon: kinds[type].icon, action: kinds[type].target(id) }]
      : [],
  );

interface Found {
  /** Of what is typed now; those of the previous text would be opened by mistake. */
  readonly groups: readonly PaletteGroup[];
  readonly results: readonly SearchResult[];
  readonly isLooking: boolean;
  /** Why nothing could be found. */
  readonly problem: string | undefined;
}

/** One letter or digit begins too many words, except in scripts whose words are that short. */
const isSearched = (text: string): boolean => text.length > 1 || (text.codePointAt(0) ?? 0) > 0x2e80;

/** What the service finds, once the user stops typing. A new text cancels the previous search. */
export function useResults(typed: string): Found {
  const text = typed.trim().slice(0, TYPED_LENGTH_MAX);
  const [searched] = useDebouncedValue(text, PAUSE_MS);
  const enabled = isSearched(searched);
  const query = useQuery({
    queryKey: ["search", searched],
    queryFn: async ({ signal }) =>
      (await searchEverything({ body: { text: searched }, signal, throwOnError: true })).data,
    enabled,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  });
  const isCurrent = searched === text;
  const results = isCurrent && enabled ? (query.data?.results ?? []) : [];
  const reason = enabled && isCurrent ? query.failureReason : null;
  return {
    groups: groupsOf(results),
    results,
    isLooking: isSearched(text) && (!isCurrent || query.isPending) && reason === null,
    problem: reason === null ? undefined : problemOf(reason),
  };
}

const problemOf = (reason: Error): string =>
  reason instanceof ServiceUnavailable
    ? "The service is unavailable. The search continues when it is back."
    : messageOf(reason);

function groupsOf(results: readonly SearchResult[]): readonly PaletteGroup[] {
  const byType = Map.groupBy(results, ({ type }) => type);
  return [...byType].map(([type, found]) => ({ title: kinds[type].title, items: found.map(itemOf) }));
}
