import { Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getInvoicingOverviewOptions, listInvoiceRowsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { InvoiceRow } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { Money } from "../../ui/money/money.tsx";
import { ButtonLink, TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { formatDay } from "../../ui/page/when.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { Pager } from "../../ui/table/pager.tsx";
import { AgingChart } from "./aging-chart.tsx";
import { InvoiceStatusBadge, statusFilterOf, statusFilters } from "./invoice-status.tsx";
import { InvoicingPage } from "./invoicing-page.tsx";

const route = getRouteApi("/signedIn/invoices");
const PAGE_ROWS = 50;

export function InvoicesPage() {
  const mayCreate = useRight("modifyInvoices");
  const { customer } = route.useSearch();
  const overview = useQuery({
    ...getInvoicingOverviewOptions({ query: customer === undefined ? {} : { customerId: customer } }),
    placeholderData: keepPreviousData,
  });
  const openPayments = overview.data?.openPayments ?? 0;
  return (
    <InvoicingPage
      query={overview}
      title="Invoices"
      lead="What your customers owe you, and what they paid."
      actions={
        <>
          <ButtonLink to="/invoices/settings" variant="default">
            Settings
          </ButtonLink>
          <ButtonLink to="/invoices/customers" variant="default">
            Customers
          </ButtonLink>
          <ButtonLink to="/invoices/payments" variant="default">
            {openPayments > 0 ? `Incoming payments (${openPayments})` : "Incoming payments"}
          </ButtonLink>
          {mayCreate && (
            <ButtonLink to="/invoices/new" leftSection={<IconPlus size={16} aria-hidden />}>
              New invoice
            </ButtonLink>
          )}
        </>
      }
    >
      <Stack gap="md">
        <Section title="Outstanding by age">
          <Loaded query={overview} skeleton={<SkeletonRows rows={1} height={220} />}>
            {(data) => <AgingChart overview={data} />}
          </Loaded>
        </Section>
        <InvoiceList mayCreate={mayCreate} />
      </Stack>
    </InvoicingPage>
  );
}

function InvoiceList({ mayCreate }: { readonly mayCreate: boolean }) {
  const { search, status, customer, start_after, end_before } = route.useSearch();
  const navigate = route.useNavigate();
  const filters = { search, status: statusFilterOf(status), customerId: customer };
  const invoices = useQuery({
    ...listInvoiceRowsOptions({ query: { limit: PAGE_ROWS, ...filters, start_after, end_before } }),
    placeholderData: keepPreviousData,
  });
  const filter = (change: { search?: string | undefined; status?: string | undefined; customer?: undefined }) =>
    void navigate({ search: { search, status, customer, ...change }, replace: true });
  const find = useDebouncedCallback((text: string) => filter({ search: text || undefined }), 250);
  const isFiltered = search !== undefined || status !== undefined || customer !== undefined;
  return (
    <Section flush>
      <Group m="sm" gap="sm">
        <TextInput
          type="search"
          aria-label="Search invoices"
          placeholder="Number or customer"
          leftSection={<IconSearch size={16} aria-hidden />}
          defaultValue={search ?? ""}
          onChange={(event) => find(event.currentTarget.value)}
          w={260}
        />
        <NativeSelect
          aria-label="Status"
          data={statusFilters.map((filter) => ({ ...filter }))}
          value={statusFilterOf(status) ?? ""}
          onChange={(event) => filter({ status: event.currentTarget.value || undefined })}
        />
        {customer !== undefined && (
          <TextLink to="/invoices" search={{ search, status }} size="sm">
            Show all customers
          </TextLink>
        )}
      </Group>
      <Loaded query={invoices}>
        {({ invoices: rows, page }) =>
          rows.length === 0 ? (
            <Nothing isFiltered={isFiltered} mayCreate={mayCreate} />
          ) : (
            <>
              <DataTable
                label="Invoices"
                rows={rows}
                rowKey={({ id }) => id}
                columns={columns}
                targetOf={({ id }) => ({ to: "/invoices/$invoiceId", params: { invoiceId: id } })}
              />
              <Pager
                page={page}
                onTurn={(cursor) => void navigate({ search: { search, status, customer, ...cursor } })}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

const columns: readonly TableColumn<InvoiceRow>[] = [
  { header: "Number", phone: "name", cell: ({ invoiceNumber }) => invoiceNumber },
  { header: "Customer", phone: "second", cell: (row) => <Customer row={row} /> },
  {
    header: "Status",
    phone: "status",
    cell: (row) => <InvoiceStatusBadge status={row.status} isOverdue={row.isOverdue} />,
  },
  { header: "Date", cell: ({ invoiceDate }) => formatDay(invoiceDate) },
  { header: "Due date", cell: ({ dueDate }) => formatDay(dueDate) },
  { header: "Amount", align: "right", cell: ({ amount }) => <Money amount={amount} /> },
  { header: "Amount due", align: "right", phone: "amount", cell: ({ amountDue }) => <AmountDue amount={amountDue} /> },
];

/** On a phone, with the due date, which has a column of its own elsewhere. */
const Customer = ({ row: { customerName, dueDate } }: { readonly row: InvoiceRow }) => (
  <>
    {customerName}
    <Text span inherit hiddenFrom="sm">
      , due {formatDay(dueDate)}
    </Text>
  </>
);

/** Settled invoices recede, so that the open ones stand out. */
const AmountDue = ({ amount }: { readonly amount: number }) =>
  amount === 0 ? <Money amount={amount} c="dimmed" /> : <Money amount={amount} />;

function Nothing({ isFiltered, mayCreate }: { readonly isFiltered: boolean; readonly mayCreate: boolean }) {
  if (isFiltered) return <Empty title="No invoices found">Change the search or the status.</Empty>;
  return (
    <Empty title="No invoices yet">
      {mayCreate ? (
        <TextLink to="/invoices/new">Create an invoice</TextLink>
      ) : (
        "A user with permission to create invoices can create one."
      )}
    </Empty>
  );
}
