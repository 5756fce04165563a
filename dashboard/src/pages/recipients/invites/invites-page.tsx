import { NativeSelect } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { listRecipientInvitesOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "#app/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { choicesOf } from "#ui/money/transaction-labels.ts";
import { ButtonLink, TextLink } from "#ui/page/links.tsx";
import { Page } from "#ui/page/page.tsx";
import { Section } from "#ui/page/section.tsx";
import { Pager } from "#ui/table/pager.tsx";
import { inviteStatusNames, isInviteStatus } from "./invite-status.ts";
import { InviteTable } from "./invite-table.tsx";

const route = getRouteApi("/signedIn/recipients/invites");
const PAGE_ROWS = 50;

export function InvitesPage() {
  const { status, start_after, end_before } = route.useSearch();
  const navigate = route.useNavigate();
  const mayInvite = useRight("createRecipientInvites");
  const invites = useQuery({
    ...listRecipientInvitesOptions({ query: { limit: PAGE_ROWS, order: "desc", status, start_after, end_before } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Invites"
      lead="Recipients enter their own bank details through a link that works once and expires after 30 days."
      actions={
        mayInvite && (
          <ButtonLink to="/recipients/invites/new" leftSection={<IconPlus size={16} aria-hidden />}>
            Invite recipient
          </ButtonLink>
        )
      }
    >
      <Section flush>
        <NativeSelect
          aria-label="Status"
          data={[{ value: "", label: "All statuses" }, ...choicesOf(inviteStatusNames)]}
          value={status ?? ""}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: { status: isInviteStatus(value) ? value : undefined }, replace: true })
          }
          maw={200}
          mx="md"
          my="sm"
        />
        <Loaded query={invites}>
          {({ invites: rows, page }) =>
            rows.length === 0 ? (
              <Nothing filtered={status !== undefined} mayInvite={mayInvite} />
            ) : (
              <>
                <InviteTable invites={rows} />
                <Pager page={page} onTurn={(cursor) => void navigate({ search: { status, ...cursor } })} />
              </>
            )
          }
        </Loaded>
      </Section>
    </Page>
  );
}

function Nothing({ filtered, mayInvite }: { readonly filtered: boolean; readonly mayInvite: boolean }) {
  if (filtered) return <Empty title="No invites with this status">Choose another status to see more.</Empty>;
  return (
    <Empty title="No invites yet">
      {mayInvite ? (
        <TextLink to="/recipients/invites/new">Invite a recipient to enter bank details</TextLink>
      ) : (
        "A user with permission to invite recipients can send one."
      )}
    </Empty>
  );
}
