import { Group } from "@mantine/core";
import type { BankFile } from "../../api/generated/types.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { FilePaymentTable } from "./payments/payment-table.tsx";

/** The payments in a file, in the file's order, at most 1,000 on a page. */
export function PaymentsSection({ file, after }: { readonly file: BankFile; readonly after: number | undefined }) {
  const { id: fileId, payments = [], nextPosition } = file;
  if (file.direction === "in" && payments.length === 0) return null;
  return (
    <Section title="Payments" flush>
      {payments.length === 0 ? (
        <Empty title="No payments">They were withdrawn, or are still being collected.</Empty>
      ) : (
        <FilePaymentTable file={file} isWhole={after === undefined && nextPosition === undefined} />
      )}
      {(after !== undefined || nextPosition !== undefined) && (
        <Group component="nav" aria-label="Pages" justify="flex-end" p="sm">
          {after !== undefined && (
            <TextLink to="/bank-files/$fileId" params={{ fileId }} search={{ after: undefined }} size="sm">
              First payments
            </TextLink>
          )}
          {nextPosition !== undefined && (
            <TextLink to="/bank-files/$fileId" params={{ fileId }} search={{ after: nextPosition }} size="sm">
              More payments
            </TextLink>
          )}
        </Group>
      )}
    </Section>
  );
}
