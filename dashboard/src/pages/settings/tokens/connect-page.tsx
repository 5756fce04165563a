import { Button, Group, List, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getAgentConnectionOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { connectAgent } from "#api/generated/sdk.gen.ts";
import type { AgentConnection } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { endOfDayAtBank } from "#ui/page/instant-at-bank.ts";
import { Page } from "#ui/page/page.tsx";
import { Section } from "#ui/page/section.tsx";
import { type LimitDraft, LimitFields, limitsOfDraft, noLimits } from "./limit-fields.tsx";

const route = getRouteApi("/signedIn/connect");

/** Where an application sends the browser that asks to connect as an agent (OAuth). */
export function ConnectPage() {
  const { request } = route.useSearch();
  const connection = useQuery(getAgentConnectionOptions({ query: { request } }));
  return (
    <Page title="Connect an agent" lead="An application asks for access to your organization.">
      <Section maw={760}>
        <Loaded query={connection}>{(found) => <Consent connection={found} request={request} />}</Loaded>
      </Section>
    </Page>
  );
}

interface Fields extends LimitDraft {
  /** YYYY-MM-DD; empty means never. */
  expiresOn: string;
}

function Consent({ connection, request }: { readonly connection: AgentConnection; readonly request: string }) {
  const { clientName, returnsTo, resource, refusedTo } = connection;
  const refresh = useRefresh();
  const form = useForm<Fields>({
    initialValues: {
      limitPerPayment: noLimits.limitPerPayment,
      limitPerDay: noLimits.limitPerDay,
      limitPerMonth: noLimits.limitPerMonth,
      paymentsPerDay: noLimits.paymentsPerDay,
      accountIds: noLimits.accountIds,
      recipientIds: noLimits.recipientIds,
      expiresOn: "",
    },
  });
  const { busy, problem, submit } = useSubmit(form, (path) => (path === "expiresAt" ? "expiresOn" : path));
  const connect = async (fields: Fields) => {
    const expiresAt = fields.expiresOn === "" ? null : endOfDayAtBank(fields.expiresOn).toISOString();
    const { data } = await connectAgent({ body: { request, expiresAt, ...limitsOfDraft(fields) }, throwOnError: true });
    await refresh("tokens");
    if (data.redirectTo !== undefined) window.location.assign(data.redirectTo);
  };
  return (
    <form onSubmit={form.onSubmit((fields) => void submit(() => connect(fields)))}>
      <Stack gap="md">
        <FormProblem problem={problem} />
        <div>
          <Text>
            <strong>{clientName}</strong> wants to work for you as an agent. You return to <strong>{returnsTo}</strong>.
            Continue only if you started this there.
          </Text>
          <List size="sm" mt="xs">
            <List.Item>It reads accounts, transactions, statements, recipients, and invoices.</List.Item>
            <List.Item>It requests payments, which other people approve. You count as the requester.</List.Item>
            <List.Item>It cannot send or approve payments, or change recipients and bank details.</List.Item>
            <List.Item>Its access is for {resource}, and ends when you revoke it under API tokens.</List.Item>
          </List>
        </div>
        <LimitFields form={form} />
        <TextInput
          type="date"
          label="Expiration date (optional)"
          description="The last day on which it works, New York time"
          {...form.getInputProps("expiresOn")}
        />
        <Group justify="flex-end">
          <Button variant="default" component="a" href={refusedTo}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Connect {clientName}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
