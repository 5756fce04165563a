import { Button, Group, Modal } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { listCustomersOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { deleteCustomer } from "../../api/generated/sdk.gen.ts";
import type { InvoiceCustomer } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { useAction } from "../../ui/forms/use-action.ts";
import { TextLink } from "../../ui/page/links.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { SearchSection } from "../../ui/table/search-section.tsx";
import { CustomerForm } from "./customer-form.tsx";
import { InvoicingPage } from "./invoicing-page.tsx";

const route = getRouteApi("/signedIn/invoices/customers");
const PAGE_ROWS = 50;

export function CustomersPage() {
  const { search, start_after, end_before } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useRight("modifyInvoices");
  /** The customer in the dialog; null for a new one. */
  const [shown, setShown] = useState<InvoiceCustomer | null>();
  const customers = useQuery({
    ...listCustomersOptions({ query: { limit: PAGE_ROWS, search, start_after, end_before } }),
    placeholderData: keepPreviousData,
  });
  return (
    <InvoicingPage
      query={customers}
      title="Customers"
      lead="Who you send invoices to."
      actions={
        mayChange && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setShown(null)}>
            New customer
          </Button>
        )
      }
    >
      <SearchSection
        label="Search customers"
        placeholder="Name or email address"
        search={search}
        query={customers}
        isEmpty={(answer) => answer.customers.length === 0}
        empty={<Nobody search={search} mayChange={mayChange} />}
        onSearch={(text) => void navigate({ search: { search: text }, replace: true })}
        onTurn={(cursor) => void navigate({ search: { search, ...cursor } })}
      >
        {(answer) => <CustomerTable rows={answer.customers} mayChange={mayChange} onEdit={setShown} />}
      </SearchSection>
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown === null ? "New customer" : "Edit customer"}
      >
        {shown !== undefined && <CustomerForm customer={shown} onDone={() => setShown(undefined)} />}
      </Modal>
    </InvoicingPage>
  );
}

function Nobody({ search, mayChange }: { readonly search: string | undefined; readonly mayChange: boolean }) {
  if (search !== undefined)
    return <Empty title={`No customers found for “${search}”`}>Try part of the name or email address.</Empty>;
  return (
    <Empty title="No customers yet">
      {mayChange
        ? "Add a customer to send the first invoice."
        : "A user with permission to create invoices can add one."}
    </Empty>
  );
}

function CustomerTable({
  rows,
  mayChange,
  onEdit,
}: {
  readonly rows: readonly InvoiceCustomer[];
  readonly mayChange: boolean;
  readonly onEdit: (customer: InvoiceCustomer) => void;
}) {
  const { run } = useAction(["invoices"]);
  const confirmDelete = ({ id, name }: InvoiceCustomer) =>
    modals.openConfirmModal({
      title: `Delete ${name}`,
      children: "Its invoices stay. It gets no more reminders and no new invoices.",
      labels: { confirm: "Delete customer", cancel: "Cancel" },
      confirmProps: { color: DANGER },
      onConfirm: () =>
        void run(() => deleteCustomer({ path: { customerId: id }, throwOnError: true }), "The customer was deleted."),
    });
  const columns: readonly TableColumn<InvoiceCustomer>[] = [
    {
      header: "Name",
      phone: "name",
      cell: ({ id, name }) => (
        <TextLink to="/invoices" search={{ customer: id }}>
          {name}
        </TextLink>
      ),
    },
    { header: "Email", phone: "second", cell: ({ email }) => email },
    {
      header: "Address",
      cell: ({ address }) => (address === null ? "" : `${address.city}, ${address.region}`),
    },
    {
      header: "Actions",
      hideHeader: true,
      align: "right",
      phone: "amount",
      cell: (customer) =>
        mayChange && (
          <Group gap="xs" justify="flex-end">
            <Button size="xs" variant="default" aria-label={`Edit ${customer.name}`} onClick={() => onEdit(customer)}>
              Edit
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={`Delete ${customer.name}`}
              onClick={() => confirmDelete(customer)}
            >
              Delete
            </Button>
          </Group>
        ),
    },
  ];
  return <DataTable label="Customers" rows={rows} rowKey={({ id }) => id} columns={columns} />;
}
