import { Button, Menu, Modal, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { listCustomersOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { InvoiceCustomer } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { DANGER } from "#ui/forms/danger-color.ts";
import { formatMoney, Money } from "#ui/money/money.tsx";
import { MenuLink } from "#ui/page/links.tsx";
import { RowMenu } from "#ui/page/more-actions.tsx";
import { DataTable, type TableColumn } from "#ui/table/data-table.tsx";
import { SearchSection } from "#ui/table/search-section.tsx";
import { InvoicingPage } from "../invoicing-page.tsx";
import { useCustomerFigures } from "./customer-figures.ts";
import { CustomerForm } from "./customer-form.tsx";
import { useDeleteCustomer } from "./delete-customer.tsx";

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
      lead="Who you send invoices to, and what they owe."
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
  const figuresOf = useCustomerFigures(rows);
  const confirmDelete = useDeleteCustomer();
  const columns: readonly TableColumn<InvoiceCustomer>[] = [
    {
      header: "Name",
      phone: "name",
      cell: ({ name }) => name,
    },
    { header: "Email", cell: ({ email }) => email },
    {
      header: "Overdue",
      align: "right",
      phone: "second",
      cell: ({ id }) => <Overdue amount={figuresOf(id)?.overdue} />,
    },
    {
      header: "Owed",
      align: "right",
      phone: "amount",
      cell: ({ id }) => <Owed amount={figuresOf(id)?.amountDue} />,
    },
    {
      header: "Actions",
      hideHeader: true,
      align: "right",
      phone: "status",
      width: 48,
      cell: (customer) =>
        mayChange && (
          <RowMenu label={`More actions for ${customer.name}`}>
            <MenuLink to="/invoices/new" search={{ customer: customer.id }}>
              New invoice
            </MenuLink>
            <Menu.Item onClick={() => onEdit(customer)}>Edit</Menu.Item>
            <Menu.Item color={DANGER} onClick={() => confirmDelete(customer)}>
              Delete customer
            </Menu.Item>
          </RowMenu>
        ),
    },
  ];
  return (
    <DataTable
      label="Customers"
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns}
      targetOf={({ id }) => ({ to: "/invoices/customers/$customerId", params: { customerId: id } })}
    />
  );
}

/** What nobody owes recedes. */
function Owed({ amount }: { readonly amount: number | undefined }) {
  if (amount === undefined) return null;
  return amount === 0 ? <Money amount={0} c="dimmed" /> : <Money amount={amount} />;
}

/** On a phone, below the name and without a heading. */
function Overdue({ amount }: { readonly amount: number | undefined }) {
  // The line is there before its amount.
  if (amount === undefined) return "\u00a0";
  return (
    <Text span inherit c={amount === 0 ? "dimmed" : "var(--mantine-color-error)"}>
      {formatMoney(amount)}
      <Text span inherit hiddenFrom="sm">
        {" overdue"}
      </Text>
    </Text>
  );
}
