import { Box, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getSessionsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { endSession } from "../../api/generated/sdk.gen.ts";
import type { SessionList } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { notifyDone, notifyProblem } from "../../ui/feedback/notify.ts";
import { StatusMark } from "../../ui/feedback/status-mark.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { browserName } from "./browser-name.ts";

type OpenSession = SessionList["sessions"][number];

const ways: Readonly<Record<OpenSession["signedInWith"], string>> = {
  password: "Password",
  totp: "Password and code",
  recoveryCode: "Recovery code",
  provider: "Company account",
  passkey: "Passkey",
};

/** The user's sessions, each of which can be ended. */
export function SessionSection() {
  const sessions = useQuery(getSessionsOptions());
  const refresh = useRefresh();
  const { busy, submit } = useSubmit();
  const end = (session: OpenSession) =>
    submit(async () => {
      try {
        await endSession({ path: { sessionId: session.id }, throwOnError: true });
        notifyDone("The session has ended.");
      } catch (error) {
        notifyProblem(error);
      }
      await refresh("profile");
    });
  return (
    <Section title="Sessions" flush>
      <Loaded query={sessions} skeleton={<SkeletonRows rows={2} />}>
        {({ sessions: rows }) => (
          <DataTable
            label="Sessions"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              { header: "Browser", phone: "name", cell: (session) => <Where session={session} /> },
              { header: "Signed in with", cell: ({ signedInWith }) => ways[signedInWith], wideOnly: true, width: 160 },
              { header: "Last seen", phone: "second", cell: ({ lastSeenAt }) => <When at={lastSeenAt} />, width: 160 },
              {
                header: "Actions",
                hideHeader: true,
                align: "right",
                phone: "amount",
                width: 80,
                cell: (session) =>
                  !session.isThis && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      disabled={busy}
                      aria-label={`End the session of ${browserName(session.userAgent)} at ${session.address}`}
                      onClick={() => void end(session)}
                    >
                      End
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}

function Where({ session: { userAgent, address, isThis } }: { readonly session: OpenSession }) {
  return (
    <Box component="span" display="block">
      <Group component="span" gap={8} wrap="nowrap">
        <Text component="span" size="sm" fw={550}>
          {browserName(userAgent)}
        </Text>
        {isThis && <StatusMark color="gray">This session</StatusMark>}
      </Group>
      <Text component="span" size="xs" c="dimmed" display="block" className="figures">
        {address}
      </Text>
    </Box>
  );
}
