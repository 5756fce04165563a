import { Group, NativeSelect, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getInvoicingOverviewOptions, listInvoiceRowsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { useSelectedRows } from "../../ui/money-table/use-selected-rows.ts";
import { ButtonLink, TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { Pager } from "../../ui/table/pager.tsx";
import { SearchField } from "../../ui/table/search-section.tsx";
import { AgingBar, AgingSoon, invoiceAgeOf } from "./aging-bar.tsx";
import { statusFilterOf, statusFilters } from "./invoice-status.tsx";
import { InvoiceTable } from "./invoice-table.tsx";
import classes from "./invoices.module.css";
import { InvoicingPage } from "./invoicing-page.tsx";
import { RemindBar } from "./remind-bar.tsx";

const route = getRouteApi("/signedIn/invoices");
const PAGE_ROWS = 50;

export function InvoicesPage() {
  const mayCreate = useRight("modifyInvoices");
  const { customer, age } = route.useSearch();
  const navigate = route.useNavigate();
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
        mayCreate && (
          <ButtonLink to="/invoices/new" leftSection={<IconPlus size={16} aria-hidden />}>
            New invoice
          </ButtonLink>
        )
      }
      related={
        <>
          <TextLink to="/invoices/customers">Customers</TextLink>
          <TextLink to="/invoices/payments">
            {openPayments > 0 ? `Incoming payments (${openPayments})` : "Incoming payments"}
          </TextLink>
          <TextLink to="/invoices/settings">Settings</TextLink>
        </>
      }
    >
      <Stack gap="md">
        <Section>
          <Loaded query={overview} skeleton={<AgingSoon />}>
            {(data) => (
              <AgingBar
                overview={data}
                age={invoiceAgeOf(age)}
                onAge={(chosen) => void navigate({ search: { customer, age: chosen }, replace: true })}
              />
            )}
          </Loaded>
        </Section>
        <InvoiceList mayCreate={mayCreate} />
      </Stack>
    </InvoicingPage>
  );
}

function InvoiceList({ mayCreate }: { readonly mayCreate: boolean }) {
  const { search, status, age, customer, start_after, end_before } = route.useSearch();
  const navigate = route.useNavigate();
  const mayRemind = useRight("modifyInvoices");
  const selected = useSelectedRows();
  const filters = { search, status: statusFilterOf(status), age: invoiceAgeOf(age), customerId: customer };
  const invoices = useQuery({
    ...listInvoiceRowsOptions({ query: { limit: PAGE_ROWS, ...filters, start_after, end_before } }),
    placeholderData: keepPreviousData,
  });
  const filter = (change: { search?: string | undefined; status?: string | undefined; age?: undefined }) =>
    void navigate({ search: { search, status, age, customer, ...change }, replace: true });
  const isFiltered = [search, status, age, customer].some((value) => value !== undefined);
  return (
    <Section flush>
      <Group m="sm" gap="sm" className={classes["filters"] ?? ""}>
        <SearchField
          label="Search invoices"
          placeholder="Name, number"
          search={search}
          onSearch={(text) => filter({ search: text })}
        />
        <NativeSelect
          aria-label="Status"
          data={statusFilters.map((filter) => ({ ...filter }))}
          value={statusFilterOf(status) ?? ""}
          onChange={(event) => filter({ status: event.currentTarget.value || undefined, age: undefined })}
        />
        {customer !== undefined && (
          <TextLink to="/invoices" search={{ search, status, age }} size="sm">
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
              <InvoiceTable
                rows={rows}
                selection={
                  mayRemind
                    ? {
                        keys: selected.keys,
                        labelOf: ({ invoiceNumber }) => `Select ${invoiceNumber}`,
                        onToggle: ({ id }) => selected.toggle(id),
                        onToggleAll: (on) => selected.set(on ? rows.map(({ id }) => id) : []),
                      }
                    : undefined
                }
              />
              <RemindBar selected={rows.filter(({ id }) => selected.keys.has(id))} onDone={() => selected.set([])} />
              <Pager
                page={page}
                onTurn={(cursor) => void navigate({ search: { search, status, age, customer, ...cursor } })}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

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
