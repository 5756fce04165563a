import { Alert, Button, Menu, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getCustomerOptions, listInvoiceRowsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { InvoiceCustomer } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { DANGER } from "#ui/forms/danger-color.ts";
import { Money } from "#ui/money/money.tsx";
import { Figure, Figures } from "#ui/page/figures.tsx";
import { ButtonLink } from "#ui/page/links.tsx";
import { MoreActions } from "#ui/page/more-actions.tsx";
import { RecordPage } from "#ui/page/record-page.tsx";
import { Section } from "#ui/page/section.tsx";
import { Pager } from "#ui/table/pager.tsx";
import { postalAddressLines } from "../address-lines.ts";
import { InvoiceTable } from "../invoice-table.tsx";
import { InvoicingPage } from "../invoicing-page.tsx";
import { useCustomerFigures } from "./customer-figures.ts";
import { CustomerForm } from "./customer-form.tsx";
import { useDeleteCustomer } from "./delete-customer.tsx";

const route = getRouteApi("/signedIn/invoices/customers/$customerId");
const PAGE_ROWS = 50;

/** A customer: what it owes, and its invoices. */
export function CustomerPage() {
  const path = route.useParams();
  const customer = useQuery(getCustomerOptions({ path }));
  const mayChange = useRight("modifyInvoices") && customer.data?.deletedAt === null;
  const [editing, edit] = useDisclosure();
  if (customer.data === undefined)
    return (
      <InvoicingPage query={customer} title="Customer">
        <Section>
          <Loaded query={customer}>{() => null}</Loaded>
        </Section>
      </InvoicingPage>
    );
  const found = customer.data;
  return (
    <RecordPage
      title={found.name}
      lead={found.email}
      actions={mayChange && <Actions customer={found} onEdit={edit.open} />}
      notices={
        found.deletedAt !== null && (
          <Alert color="gray">This customer was deleted. Its invoices stay, and it gets no reminders.</Alert>
        )
      }
      below={<Invoices customerId={found.id} />}
    >
      <About customer={found} />
      <Modal opened={editing} onClose={edit.close} title="Edit customer">
        {editing && <CustomerForm customer={found} onDone={edit.close} />}
      </Modal>
    </RecordPage>
  );
}

function Actions({ customer, onEdit }: { readonly customer: InvoiceCustomer; readonly onEdit: () => void }) {
  const confirmDelete = useDeleteCustomer();
  return (
    <>
      <Button variant="default" onClick={onEdit}>
        Edit
      </Button>
      <ButtonLink
        to="/invoices/new"
        search={{ customer: customer.id }}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        New invoice
      </ButtonLink>
      <MoreActions>
        <Menu.Item
          color={DANGER}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => confirmDelete(customer)}
        >
          Delete customer
        </Menu.Item>
      </MoreActions>
    </>
  );
}

/** What it owes, and where its invoices go. */
function About({ customer }: { readonly customer: InvoiceCustomer }) {
  const figures = useCustomerFigures([customer])(customer.id);
  const { address } = customer;
  const isLate = figures !== undefined && figures.overdue > 0;
  return (
    <Section>
      <Figures>
        <Figure label="Owed" large>
          <Sum amount={figures?.amountDue} />
        </Figure>
        <Figure label="Overdue">
          <Text span inherit {...(isLate ? { c: "var(--mantine-color-error)" } : {})}>
            <Sum amount={figures?.overdue} />
          </Text>
        </Figure>
        <Figure label="Credit">
          <Sum amount={figures?.credit} />
        </Figure>
        {address !== null && (
          <div>
            <Text component="dt" size="xs" c="dimmed">
              Address
            </Text>
            <Text component="dd" m={0} size="sm">
              <Lines lines={postalAddressLines(address)} />
            </Text>
          </div>
        )}
      </Figures>
    </Section>
  );
}

/** The line is there before its amount. */
const Sum = ({ amount }: { readonly amount: number | undefined }) =>
  amount === undefined ? "\u00a0" : <Money amount={amount} />;

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <Stack gap={0}>
    {lines.map((line) => (
      <span key={line}>{line}</span>
    ))}
  </Stack>
);

function Invoices({ customerId }: { readonly customerId: string }) {
  const cursors = route.useSearch();
  const navigate = route.useNavigate();
  const invoices = useQuery({
    ...listInvoiceRowsOptions({ query: { customerId, limit: PAGE_ROWS, ...cursors } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section title="Invoices" flush>
      <Loaded query={invoices}>
        {({ invoices: rows, page }) =>
          rows.length === 0 ? (
            <Empty title="No invoices yet">This customer has not been invoiced.</Empty>
          ) : (
            <>
              <InvoiceTable rows={rows} isOfOneCustomer />
              <Pager page={page} onTurn={(cursor) => void navigate({ search: cursor })} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
