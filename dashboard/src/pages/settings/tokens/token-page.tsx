import { Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getRecipientsOptions, listTokensOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { ApiToken } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { Copy } from "#ui/forms/copy-button.tsx";
import { DANGER } from "#ui/forms/danger-color.ts";
import { useAccountNames } from "#ui/money/account-names.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { type Fact, Facts } from "#ui/page/facts.tsx";
import { TextLink } from "#ui/page/links.tsx";
import { MoreActions } from "#ui/page/more-actions.tsx";
import { RecordPage } from "#ui/page/record-page.tsx";
import { Section } from "#ui/page/section.tsx";
import { When } from "#ui/page/when.tsx";
import { accessByResource } from "../access-words.ts";
import { WaitingChanges } from "../changes/waiting-changes.tsx";
import { RecordHistory } from "../record-history.tsx";
import { SettingsAreaPage, SettingsFrame } from "../settings-frame.tsx";
import { ChangeLimitsDialog } from "./change-limits.tsx";
import { isUsable, TokenBadge, tokenKindNames, useRevoke } from "./token-parts.tsx";

const route = getRouteApi("/signedIn/settings/tokens/$tokenId");
/** What is left of limits changes while the token is used. */
const REFRESH_MS = 5_000;

/** One API token: what it may do, its limits with what is left of them, and what changed. */
export function TokenPage() {
  const { tokenId } = route.useParams();
  const tokens = useQuery({ ...listTokensOptions(), refetchInterval: REFRESH_MS });
  const token = tokens.data?.tokens.find((each) => each.tokenId === tokenId);
  if (token === undefined)
    return (
      <SettingsAreaPage title="API token">
        <Section>
          <Loaded query={tokens}>
            {() => <Empty title="No such token">The link is incomplete, or the token belongs to someone else.</Empty>}
          </Loaded>
        </Section>
      </SettingsAreaPage>
    );
  return <KnownToken token={token} />;
}

function KnownToken({ token }: { readonly token: ApiToken }) {
  const [changing, change] = useDisclosure();
  const { busy, confirmRevoke } = useRevoke();
  const { tokenId, name, state, createdBy, createdAt } = token;
  return (
    <SettingsFrame>
      <RecordPage
        title={name}
        status={<TokenBadge state={state} />}
        lead={
          <>
            Created {createdBy === null ? "on the command line" : `by ${createdBy.name ?? "a user"}`},{" "}
            <When at={createdAt} form="short" />
          </>
        }
        actions={
          isUsable(token) && (
            <>
              {token.kind !== "provisioning" && (
                <Button variant="default" onClick={change.open}>
                  Change limits
                </Button>
              )}
              <MoreActions>
                <Menu.Item color={DANGER} disabled={busy} onClick={() => confirmRevoke(token)}>
                  Revoke token
                </Menu.Item>
              </MoreActions>
            </>
          )
        }
        notices={<WaitingChanges kinds={["token", "tokenLimits"]} of={tokenId} />}
        side={
          <>
            <Section title="Limits">
              <Limits limits={token.limits} />
            </Section>
            <RecordHistory type="token" id={tokenId} />
          </>
        }
      >
        <Section title="Use">
          <Facts facts={useUsage(token)} />
        </Section>
        <Section title="Access">
          <Facts facts={accessFacts(token)} />
        </Section>
        {changing && <ChangeLimitsDialog token={token} onClose={change.close} />}
      </RecordPage>
    </SettingsFrame>
  );
}

/** When, from where, and until when it is used. */
function useUsage({ tokenId, lastUsedAt, lastUsedAddress, expiresAt, revokedAt }: ApiToken): readonly Fact[] {
  const mayAudit = useRight("readAudit");
  return [
    { label: "Last used", value: lastUsedAt === null ? "Never" : <When at={lastUsedAt} /> },
    { label: "From", value: lastUsedAddress ?? undefined },
    { label: "Expires", value: expiresAt === null ? "Never" : <When at={expiresAt} /> },
    { label: "Revoked", value: revokedAt === null ? undefined : <When at={revokedAt} /> },
    {
      label: "Actions",
      value: mayAudit ? (
        <TextLink to="/settings/audit" search={{ actor: `token:${tokenId}` }}>
          In the audit log
        </TextLink>
      ) : undefined,
    },
    { label: "ID", value: <Copy text={tokenId} label="token ID" />, isWide: true },
  ];
}

function accessFacts({ kind, scopes, allowlist, requestsPerMinute }: ApiToken): readonly Fact[] {
  const maySend = scopes.includes("sendMoney");
  return [
    { label: "Type", value: tokenKindNames[kind], isWide: true },
    ...accessByResource(scopes),
    {
      label: "IP allowlist for direct sends",
      value: !maySend
        ? undefined
        : allowlist.length === 0
          ? "Empty: it cannot send without approval"
          : allowlist.join(", "),
      isWide: true,
    },
    { label: "Requests per minute", value: requestsPerMinute?.toLocaleString("en-US") },
  ];
}

/** Each limit, with what is left now. */
function Limits({ limits }: Pick<ApiToken, "limits">) {
  const { perPayment, perDay, perMonth, paymentsPerDay, accountIds, recipientIds } = limits;
  const { nameOf } = useAccountNames();
  const mayRead = useRight("fetchRecipients");
  const recipients = useQuery({
    ...getRecipientsOptions({ query: { limit: 1000 } }),
    enabled: mayRead && recipientIds !== null,
  });
  const recipientName = (id: string) => recipients.data?.recipients.find((each) => each.id === id)?.name;
  const amountLeft = (limit: { readonly left: number; readonly limit: number } | null) =>
    limit === null ? "No limit" : `${formatMoney(limit.limit)}, ${formatMoney(limit.left)} left`;
  return (
    <Facts
      facts={[
        { label: "Per payment", value: perPayment === null ? "No limit" : formatMoney(perPayment) },
        { label: "Per day", value: amountLeft(perDay) },
        { label: "Per month", value: amountLeft(perMonth) },
        {
          label: "Payments per day",
          value: paymentsPerDay === null ? "No limit" : `${paymentsPerDay.limit}, ${paymentsPerDay.left} left`,
        },
        { label: "Accounts", value: accountIds === null ? "All" : accountIds.map(nameOf).join(", ") },
        {
          label: "Recipients",
          value:
            recipientIds === null
              ? "All"
              : recipients.data === undefined
                ? `${recipientIds.length} selected`
                : recipientIds.map((id) => recipientName(id) ?? "A deleted recipient").join(", "),
        },
      ]}
    />
  );
}
