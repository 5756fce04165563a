import { Alert, Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconSend, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Fragment } from "react";
import { getRecipientOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { OpenNotices } from "../../ui/bank-notices/open-notices.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { Facts } from "../../ui/page/facts.tsx";
import { ButtonLink } from "../../ui/page/links.tsx";
import { MoreActions } from "../../ui/page/more-actions.tsx";
import { Page } from "../../ui/page/page.tsx";
import { RecordPage } from "../../ui/page/record-page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import { BankDetails } from "./bank-details.tsx";
import { DeleteRecipient } from "./delete-recipient.tsx";
import { DetailHistory } from "./detail-history.tsx";
import { EditRecipient } from "./edit-recipient.tsx";
import { LatestPayments } from "./latest-payments.tsx";
import { otherSpellings, SpellingList } from "./name-spelling.tsx";
import { Paid, usePaid } from "./paid.tsx";
import { RecipientFiles } from "./recipient-files.tsx";

const route = getRouteApi("/signedIn/recipients/$recipientId");

export function RecipientPage() {
  const { recipientId } = route.useParams();
  const recipient = useQuery(getRecipientOptions({ path: { recipientId } }));
  if (recipient.data === undefined)
    return (
      <Page title="Recipient">
        <Section>
          <Loaded query={recipient}>{() => null}</Loaded>
        </Section>
      </Page>
    );
  return <KnownRecipient recipient={recipient.data} />;
}

function KnownRecipient({ recipient }: { readonly recipient: Recipient }) {
  const mayEdit = useRight("editRecipients");
  const mayPay = useRight("requestSendMoney");
  const mayInvite = useRight("createRecipientInvites");
  const [editing, edit] = useDisclosure();
  const [deleting, remove] = useDisclosure();
  const { id, name, payableBy, dateLastPaid, awaitingConfirmation, proposedName } = recipient;
  const isWaiting = awaitingConfirmation.length > 0 || proposedName !== null;
  return (
    <RecordPage
      title={name}
      lead={
        payableBy.length === 0 ? (
          "Add bank details to pay this recipient."
        ) : dateLastPaid === null ? (
          "Never paid"
        ) : (
          <>
            Last paid <When at={dateLastPaid} />
          </>
        )
      }
      actions={
        <>
          {mayEdit && (
            <Button variant="default" onClick={edit.open}>
              Edit
            </Button>
          )}
          {mayInvite && (
            <ButtonLink variant="default" to="/recipients/invites/new" search={{ recipientId: id }}>
              Request details
            </ButtonLink>
          )}
          {mayPay && payableBy.length > 0 && (
            <ButtonLink to="/pay" search={{ recipientId: id }} leftSection={<IconSend size={16} aria-hidden />}>
              Pay
            </ButtonLink>
          )}
          {mayEdit && (
            <MoreActions>
              <Menu.Item color={DANGER} leftSection={<IconTrash size={16} aria-hidden />} onClick={remove.open}>
                Delete recipient
              </Menu.Item>
            </MoreActions>
          )}
        </>
      }
      notices={
        <>
          {/* A pending decision comes first. */}
          {isWaiting && <DetailHistory recipientId={id} />}
          <OpenNotices recipientId={id} />
        </>
      }
      decision={<About recipient={recipient} />}
      side={<RecipientFiles recipientId={id} />}
      below={!isWaiting && <DetailHistory recipientId={id} />}
    >
      <BankDetails recipient={recipient} mayEdit={mayEdit} />
      <LatestPayments recipient={recipient} />
      {editing && <EditRecipient recipient={recipient} onClose={edit.close} />}
      {deleting && <DeleteRecipient recipient={recipient} onClose={remove.close} />}
    </RecordPage>
  );
}

/** An address that needs two lines is broken at its sign. */
const EmailList = ({ emails }: { readonly emails: readonly string[] }) =>
  emails.map((email, index) => {
    const [name, domain] = email.split("@");
    return (
      <Fragment key={email}>
        {index > 0 && ", "}
        {name}@<wbr />
        {domain}
      </Fragment>
    );
  });

function About({ recipient }: { readonly recipient: Recipient }) {
  const { name, nickname, emails, isBusiness, proposedName } = recipient;
  const mayReadPayments = useRight("fetchTransactions");
  const figures = usePaid([recipient])(recipient.id);
  const others = otherSpellings(recipient, name, recipient.payableBy);
  return (
    <Section title="Details">
      {recipient.nameProblem !== null && (
        <Alert color="red" title="This recipient cannot be paid" mb="md">
          The name {recipient.nameProblem}.
        </Alert>
      )}
      <Facts
        facts={[
          {
            label: "New name",
            value: proposedName === null ? undefined : `${proposedName} (needs confirmation by another person)`,
          },
          {
            label: "Name on payments",
            value: others.length === 0 ? undefined : <SpellingList spellings={others} />,
          },
          { label: "Nickname", value: nickname ?? undefined },
          { label: "Email", value: emails.length === 0 ? "None" : <EmailList emails={emails} /> },
          { label: "Type", value: isBusiness === null ? undefined : isBusiness ? "Business" : "Person" },
          { label: "Total paid", value: mayReadPayments ? <Paid figures={figures} /> : undefined },
        ]}
      />
    </Section>
  );
}
