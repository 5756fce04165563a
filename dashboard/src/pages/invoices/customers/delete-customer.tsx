import { modals } from "@mantine/modals";
import { deleteCustomer } from "#api/generated/sdk.gen.ts";
import type { InvoiceCustomer } from "#api/generated/types.gen.ts";
import { DANGER } from "#ui/forms/danger-color.ts";
import { useAction } from "#ui/forms/use-action.ts";

/** Deletes a customer after a question. */
export function useDeleteCustomer() {
  const { run } = useAction(["invoices"]);
  return ({ id, name }: InvoiceCustomer) =>
    modals.openConfirmModal({
      title: `Delete ${name}`,
      children: "Its invoices stay. It gets no more reminders and no new invoices.",
      labels: { confirm: "Delete customer", cancel: "Cancel" },
      confirmProps: { color: DANGER },
      onConfirm: () =>
        void run(() => deleteCustomer({ path: { customerId: id }, throwOnError: true }), "The customer was deleted."),
    });
}
