import { Button, Menu, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listTokensOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { ApiToken } from "#api/generated/types.gen.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { DANGER } from "#ui/forms/danger-color.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { RowMenu } from "#ui/page/more-actions.tsx";
import { Section } from "#ui/page/section.tsx";
import { When } from "#ui/page/when.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import { TwoLines } from "#ui/table/two-lines.tsx";
import { accessInWords } from "../access-words.ts";
import { WaitingChanges } from "../changes/waiting-changes.tsx";
import { SettingsAreaPage } from "../settings-frame.tsx";
import { ChangeLimitsDialog } from "./change-limits.tsx";
import { NewTokenDialog } from "./new-token.tsx";
import { TokenBadge, tokenKindNames, useRevoke } from "./token-parts.tsx";

/** What is left of limits changes while tokens are used. */
const REFRESH_MS = 5_000;

export function TokensPage() {
  const tokens = useQuery({ ...listTokensOptions(), refetchInterval: REFRESH_MS });
  const [isMaking, setMaking] = useState(false);
  return (
    <SettingsAreaPage
      title="API tokens"
      lead="Credentials for your applications. The creator of a token is the requester of its payments."
      actions={
        <Button disabled={tokens.data === undefined} onClick={() => setMaking(true)}>
          Create token
        </Button>
      }
    >
      <Stack gap="md">
        <WaitingChanges kinds={["token", "tokenLimits"]} />
        <Section flush>
          <Loaded query={tokens}>
            {({ tokens: rows }) =>
              rows.length === 0 ? (
                <Empty title="No tokens yet">
                  Create one for each application, so that you can revoke them individually.
                </Empty>
              ) : (
                <TokenTable tokens={rows} />
              )
            }
          </Loaded>
        </Section>
      </Stack>
      {isMaking && tokens.data && <NewTokenDialog scopes={tokens.data.scopes} onClose={() => setMaking(false)} />}
    </SettingsAreaPage>
  );
}

function TokenTable({ tokens }: { readonly tokens: readonly ApiToken[] }) {
  const { busy, confirmRevoke } = useRevoke();
  const [changing, setChanging] = useState<ApiToken>();
  return (
    <>
      {changing !== undefined && <ChangeLimitsDialog token={changing} onClose={() => setChanging(undefined)} />}
      <DataTable
        label="API tokens"
        rows={tokens}
        rowKey={({ tokenId }) => tokenId}
        targetOf={({ tokenId }) => ({ to: "/settings/tokens/$tokenId", params: { tokenId } })}
        columns={[
          { header: "Name", cell: (token) => <NameAndMaker token={token} />, width: "21%" },
          { header: "Access", isText: true, cell: (token) => <Rights token={token} />, width: "27%" },
          { header: "Limits", cell: ({ limits }) => <LimitsLeft limits={limits} />, wideOnly: true, width: 130 },
          { header: "Status", cell: ({ state }) => <TokenBadge state={state} />, width: 100 },
          {
            header: "Last used",
            cell: (token) => <LastUse token={token} />,
            width: 120,
          },
          {
            header: "Expires",
            cell: ({ expiresAt }) => (expiresAt === null ? "Never" : <When at={expiresAt} form="short" />),
            wideOnly: true,
            width: 80,
          },
          {
            header: "Actions",
            hideHeader: true,
            align: "right",
            width: 60,
            cell: (token) =>
              (token.state === "active" || token.state === "waiting") && (
                <RowMenu label={`Actions for ${token.name}`}>
                  {token.kind !== "provisioning" && (
                    <Menu.Item onClick={() => setChanging(token)}>Change limits</Menu.Item>
                  )}
                  <Menu.Item color={DANGER} disabled={busy} onClick={() => confirmRevoke(token)}>
                    Revoke
                  </Menu.Item>
                </RowMenu>
              ),
          },
        ]}
      />
    </>
  );
}

function NameAndMaker({ token: { name, createdBy, createdAt } }: { readonly token: ApiToken }) {
  const maker = createdBy === null ? "Created on the command line" : `Created by ${createdBy.name ?? "a user"}`;
  return (
    <TwoLines
      first={name}
      second={
        <>
          {maker}, <When at={createdAt} form="short" />
        </>
      }
    />
  );
}

function Rights({ token: { kind, scopes, allowlist } }: { readonly token: ApiToken }) {
  const more = allowlist.length > 2 ? ` and ${allowlist.length - 2} more` : "";
  const maySend = scopes.includes("sendMoney");
  return (
    <TwoLines
      strong={false}
      first={kind === "custom" ? accessInWords(scopes).join("; ") : tokenKindNames[kind]}
      second={
        !maySend
          ? ""
          : allowlist.length === 0
            ? "Cannot send without approval: no addresses are allowed"
            : `Sends without approval from ${allowlist.slice(0, 2).join(", ")}${more}`
      }
    />
  );
}

function LastUse({ token: { lastUsedAt, lastUsedAddress } }: { readonly token: ApiToken }) {
  if (lastUsedAt === null) return "Never";
  return (
    <TwoLines
      strong={false}
      first={<When at={lastUsedAt} />}
      second={lastUsedAddress === null ? "" : `from ${lastUsedAddress}`}
    />
  );
}

/** What is left now; the token's page has the limits, too. */
function LimitsLeft({ limits }: Pick<ApiToken, "limits">) {
  const { perPayment, perDay, perMonth, paymentsPerDay, accountIds, recipientIds } = limits;
  const amounts = [
    ...(perPayment === null ? [] : [`${formatMoney(perPayment)} per payment`]),
    ...(perDay === null ? [] : [`${formatMoney(perDay.left)} left today`]),
    ...(perMonth === null ? [] : [`${formatMoney(perMonth.left)} left this month`]),
    ...(paymentsPerDay === null ? [] : [`${paymentsPerDay.left} of ${paymentsPerDay.limit} payments left today`]),
  ];
  const named = [
    ...(accountIds === null ? [] : [`${accountIds.length} ${accountIds.length === 1 ? "account" : "accounts"}`]),
    ...(recipientIds === null
      ? []
      : [`${recipientIds.length} ${recipientIds.length === 1 ? "recipient" : "recipients"}`]),
  ];
  if (amounts.length + named.length === 0) return "None";
  return (
    <TwoLines
      strong={false}
      first={amounts.length === 0 ? "No amounts" : amounts.join(", ")}
      second={named.length === 0 ? "" : `Only ${named.join(" and ")}`}
    />
  );
}
