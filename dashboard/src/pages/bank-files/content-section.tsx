import { Button, Code, Group, Text } from "@mantine/core";
import { useState } from "react";
import { downloadBankFile } from "../../api/generated/sdk.gen.ts";
import { useAction } from "../../ui/forms/use-action.ts";
import { Section } from "../../ui/page/section.tsx";

/** The file as the bank has it. It is read only on demand, because every reading is recorded. */
export function ContentSection({ fileId }: { readonly fileId: string }) {
  const [content, setContent] = useState<string>();
  const { busy, run } = useAction([]);
  const show = async () => {
    const answer = await run(() => downloadBankFile({ path: { fileId }, parseAs: "text", throwOnError: true }));
    if (answer !== undefined) setContent(String(answer.data));
  };
  return (
    <Section
      title="Content"
      actions={
        content !== undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => setContent(undefined)}>
            Hide content
          </Button>
        )
      }
    >
      {content === undefined ? (
        <Group gap="sm">
          <Button variant="default" size="xs" loading={busy} onClick={() => void show()}>
            Show content
          </Button>
          <Text size="xs" c="dimmed">
            It has full account numbers. The audit log records who reads or downloads it.
          </Text>
        </Group>
      ) : (
        <Code block tabIndex={0} mah={480} style={{ overflow: "auto" }} aria-label="Content of the file">
          {content}
        </Code>
      )}
    </Section>
  );
}
