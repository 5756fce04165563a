import { Skeleton } from "@mantine/core";
import { Changes, onlyChanged, type ValueChange } from "../../ui/changes/changes.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { accountTypeName } from "../../ui/money/payment-methods.ts";
import { Section } from "../../ui/page/section.tsx";
import type { ReviewedRequest } from "./decisions.ts";
import { useReview } from "./use-review.ts";

type Payee = NonNullable<ReviewedRequest["payee"]>;
type Details = NonNullable<Payee["details"]>;

const textOf = (value: string | null | undefined): string | undefined => value ?? undefined;

/** What recent changes of the recipient's name and bank details replaced; none if nothing was replaced. */
export function changedDetailsOf(payee: ReviewedRequest["payee"]): readonly ValueChange[] {
  if (payee?.replaced == null) return [];
  const { name, details: before, accountNumberChanged } = payee.replaced;
  const renamed = name === null ? [] : [{ label: "Name", before: name, after: payee.name }];
  if (before === null) return onlyChanged(renamed);
  const after = payee.details;
  const change = (label: string, of: (details: Details) => string | null | undefined): ValueChange => ({
    label,
    before: textOf(of(before)),
    after: after === null ? undefined : textOf(of(after)),
  });
  const account = change("Account", ({ accountNumber }) => accountNumber);
  const hidden = accountNumberChanged && account.before === account.after;
  return onlyChanged([
    ...renamed,
    { ...account, note: hidden ? "Other digits of the number changed." : undefined },
    change("Routing number", ({ routingNumber }) => routingNumber),
    change("BIC", ({ swiftCode }) => swiftCode),
    change("Bank code", ({ nationalBankCode }) => nationalBankCode),
    change("Correspondent bank", ({ correspondentSwiftCode }) => correspondentSwiftCode),
    change("Account type", ({ accountType }) => accountType && accountTypeName(accountType)),
    change("Bank", ({ bankName }) => bankName),
    change("Address", ({ address }) => address),
    change("Entry description", ({ achFields }) => achFields?.companyEntryDescription),
    change("Discretionary data", ({ achFields }) => achFields?.companyDiscretionaryData),
    change("Identification number", ({ achFields }) => achFields?.individualIdentificationNumber),
  ]);
}

/** Where the money would have gone before, and where it goes now. */
export function DetailChanges({ payee }: { readonly payee: ReviewedRequest["payee"] }) {
  const changes = changedDetailsOf(payee);
  if (changes.length === 0) return null;
  return (
    <Section>
      <Changes label="Changed details" changes={changes} />
    </Section>
  );
}

/** The same in the queue, read when the pointer rests on the flag. */
export function DetailChangesCard({ requestId, detail }: { readonly requestId: string; readonly detail: string }) {
  const review = useReview(requestId);
  return (
    <>
      <p style={{ margin: "0 0 6px" }}>{detail}</p>
      <Loaded query={review} skeleton={<Skeleton height={60} width={280} />}>
        {({ payee }) => {
          const changes = changedDetailsOf(payee);
          return changes.length === 0 ? null : <Changes label="Changed details" changes={changes} />;
        }}
      </Loaded>
    </>
  );
}
