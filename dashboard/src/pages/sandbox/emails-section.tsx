import { Modal, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getSandboxEmailOptions, listSandboxEmailsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { SandboxEmailList } from "../../api/generated/types.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";

type Email = SandboxEmailList["emails"][number];
const ROWS = 10;
const REFRESH_MS = 5_000;

/** Emails the service wrote, whether or not they were sent. */
export function EmailsSection() {
  const emails = useQuery({
    ...listSandboxEmailsOptions({ query: { limit: ROWS } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const [opened, setOpened] = useState<Email>();
  return (
    <Section title="Emails" flush>
      <Loaded query={emails}>
        {({ emails: rows }) =>
          rows.length === 0 ? (
            <Empty title="No emails yet">Emails to users, recipients, and customers appear here.</Empty>
          ) : (
            <DataTable
              label="Emails"
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={setOpened}
              columns={[
                { header: "Subject", phone: "name", cell: ({ subject }) => subject },
                { header: "To", phone: "second", cell: ({ to }) => to },
                { header: "Created", phone: "status", cell: ({ createdAt }) => <When at={createdAt} />, width: 170 },
              ]}
            />
          )
        }
      </Loaded>
      {opened && <EmailText email={opened} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

/** Plain text only: this page does not render the email's HTML. */
function EmailText({ email, onClose }: { readonly email: Email; readonly onClose: () => void }) {
  const whole = useQuery(getSandboxEmailOptions({ path: { emailId: email.id } }));
  return (
    <Modal opened onClose={onClose} title={email.subject} size="lg">
      <Loaded query={whole}>
        {({ text }) => (
          <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {text}
          </Text>
        )}
      </Loaded>
    </Modal>
  );
}
