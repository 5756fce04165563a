import { Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getRecipientsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { StatusMark } from "../../ui/feedback/status-mark.tsx";
import { accountNumberOf, allMethods, paysUsAccounts, shownMethods } from "../../ui/money/payment-methods.ts";
import { ButtonLink, TextLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { When } from "../../ui/page/when.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { SearchSection } from "../../ui/table/search-section.tsx";
import { Paid, usePaid } from "./paid.tsx";
import classes from "./recipients-page.module.css";

const route = getRouteApi("/signedIn/recipients");
const PAGE_ROWS = 50;

export function RecipientsPage() {
  const { search, start_after, end_before } = route.useSearch();
  const navigate = route.useNavigate();
  const mayAdd = useRight("createRecipients");
  const mayInvite = useRight("fetchRecipientInvites");
  const recipients = useQuery({
    ...getRecipientsOptions({ query: { limit: PAGE_ROWS, search, start_after, end_before } }),
    placeholderData: keepPreviousData,
  });
  const paidTo = usePaid(recipients.data?.recipients ?? []);
  return (
    <Page
      title="Recipients"
      lead="People and businesses you pay. Account numbers are masked until revealed."
      actions={
        <>
          {mayInvite && (
            <ButtonLink to="/recipients/invites" variant="default">
              Invites
            </ButtonLink>
          )}
          {mayAdd && (
            <ButtonLink to="/recipients/new" leftSection={<IconPlus size={16} aria-hidden />}>
              New recipient
            </ButtonLink>
          )}
        </>
      }
    >
      <SearchSection
        label="Search recipients"
        placeholder="Name, nickname, or email address"
        search={search}
        query={recipients}
        isEmpty={(answer) => answer.recipients.length === 0}
        empty={<Nobody search={search} mayAdd={mayAdd} />}
        onSearch={(text) => void navigate({ search: { search: text }, replace: true })}
        onTurn={(cursor) => void navigate({ search: { search, ...cursor } })}
      >
        {(answer) => (
          <DataTable
            label="Recipients"
            rows={answer.recipients}
            rowKey={({ id }) => id}
            columns={[
              ...columns,
              {
                header: "Total paid",
                align: "right",
                phone: "amount",
                cell: ({ id }) => <Paid figures={paidTo(id)} />,
              },
            ]}
            targetOf={({ id }) => ({ to: "/recipients/$recipientId", params: { recipientId: id } })}
          />
        )}
      </SearchSection>
    </Page>
  );
}

const columns: readonly TableColumn<Recipient>[] = [
  {
    header: "Name",
    phone: "name",
    cell: ({ name, nickname }) => (
      <>
        {name}
        {nickname !== null && (
          <Text span inherit fw={400} c="dimmed">
            {" "}
            {nickname}
          </Text>
        )}
      </>
    ),
  },
  {
    header: "Payment methods",
    phone: "second",
    cell: (recipient) => <Methods recipient={recipient} />,
  },
  {
    header: "Account",
    cell: (recipient) => <span className="figures">{numberOf(recipient)}</span>,
  },
  { header: "Email", cell: ({ email }) => <span className={classes["email"]}>{email}</span> },
  {
    header: "Last paid",
    align: "right",
    phone: "status",
    cell: ({ dateLastPaid }) =>
      dateLastPaid === null ? (
        <Text span inherit c="dimmed">
          Never
        </Text>
      ) : (
        <When at={dateLastPaid} form="short" />
      ),
  },
];

/** On a phone, with the last four digits, which have a column of their own elsewhere. */
function Methods({ recipient }: { readonly recipient: Recipient }) {
  const { payableBy, awaitingConfirmation } = recipient;
  return (
    <>
      {payableBy.length === 0 ? (
        <Text span inherit c="dimmed">
          No bank details yet
        </Text>
      ) : (
        payableBy.map((method) => shownMethods[method].name).join(", ")
      )}
      {numberOf(recipient) !== "" && (
        <Text span inherit className="figures" hiddenFrom="sm">
          {" "}
          {numberOf(recipient)}
        </Text>
      )}{" "}
      {awaitingConfirmation.length > 0 && <StatusMark color="yellow">Change needs confirmation</StatusMark>}
    </>
  );
}

const numberOf = (recipient: Recipient): string =>
  allMethods
    .filter(paysUsAccounts)
    .map((method) => accountNumberOf(recipient, method))
    .find((number) => number !== undefined) ?? "";

function Nobody({ search, mayAdd }: { readonly search: string | undefined; readonly mayAdd: boolean }) {
  if (search !== undefined)
    return (
      <Empty title={`No recipients found for “${search}”`}>
        Try the beginning of a name, nickname, or email address.
      </Empty>
    );
  return (
    <Empty title="No recipients yet">
      {mayAdd ? (
        <TextLink to="/recipients/new">Add a recipient</TextLink>
      ) : (
        "A user with permission to add recipients can add one."
      )}
    </Empty>
  );
}
