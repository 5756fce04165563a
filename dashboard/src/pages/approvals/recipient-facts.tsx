import { Text } from "@mantine/core";
import { achFacts } from "../../ui/money/ach-facts.tsx";
import { Age } from "../../ui/page/age.tsx";
import type { Fact } from "../../ui/page/facts.tsx";
import { When } from "../../ui/page/when.tsx";
import type { ReviewedRequest } from "./decisions.ts";
import { detailsLine } from "./use-seen-review.ts";

type Payee = NonNullable<ReviewedRequest["payee"]>;
const RECENT_MS = 14 * 24 * 60 * 60 * 1000;

/** Where the money goes, and since when. */
export function detailFacts(payee: Payee): readonly Fact[] {
  const line = detailsLine(payee);
  const address = payee.details?.address ?? undefined;
  return [
    // Those of a check are its address.
    { label: "Bank details", value: line === address ? undefined : line },
    { label: "Address", value: address },
    ...achFacts(payee.details?.achFields),
    // A flag says who changed them recently, and when.
    { label: "Last change", value: payee.replaced === null ? <DetailsEntered payee={payee} /> : undefined },
  ];
}

export const recipientFacts = (payee: Payee): readonly Fact[] => [
  { label: "Nickname", value: payee.nickname ?? undefined },
  { label: "Recipient since", value: <When at={payee.since} form="short" /> },
];

function DetailsEntered({ payee: { detailsSince, detailsChanged, detailsChangedBy } }: { readonly payee: Payee }) {
  if (detailsSince === null) return "Never";
  const recent = detailsChanged && Date.now() - new Date(detailsSince).getTime() < RECENT_MS;
  return (
    <Text component="span" inherit {...(recent ? { fw: 600, c: "var(--mantine-color-error)" } : {})}>
      {detailsChanged ? "Changed " : "Added "}
      <Age at={detailsSince} />
      {detailsChangedBy !== null && ` by ${detailsChangedBy}`}
    </Text>
  );
}
