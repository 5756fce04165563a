import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Transaction } from "../../api/generated/types.gen.ts";
import { isFailedPayment } from "../../ui/transaction/failure/is-failed-payment.ts";
import { MarkHandledDialog } from "../../ui/transaction/failure/mark-handled-dialog.tsx";

/** Marks the selected payments as handled, if all of them failed. */
export function MarkSelected({
  selected,
  onDone,
}: {
  readonly selected: readonly Transaction[];
  readonly onDone: () => void;
}) {
  const [marking, mark] = useDisclosure();
  if (selected.length === 0 || !selected.every(isFailedPayment)) return null;
  return (
    <>
      <Button size="xs" onClick={mark.open}>
        Mark as handled
      </Button>
      {marking && (
        <MarkHandledDialog
          transactionIds={selected.map(({ id }) => id)}
          onClose={(isDone) => {
            mark.close();
            if (isDone) onDone();
          }}
        />
      )}
    </>
  );
}
