import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconFileText } from "@tabler/icons-react";
import type { Transaction } from "../../api/generated/types.gen.ts";

/** PDFs of a payment. One that failed or came back has a record instead of a confirmation, and nothing to advise. */
export function TransactionDocuments({ transaction: { id, kind, status } }: { readonly transaction: Transaction }) {
  if (kind !== "outgoingPayment") return null;
  const address = `/api/v1/transaction/${id}`;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconFileText size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Documents
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={`${address}/confirmation`} download>
          {status === "sent" ? "Payment confirmation" : "Payment record"} (PDF)
        </Menu.Item>
        {(status === "sent" || status === "pending") && (
          <Menu.Item component="a" href={`${address}/remittance-advice`} download>
            Remittance advice (PDF)
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
