import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getPasskeysOptions, getSetupOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { addPasskey, removePasskey, renamePasskey, startPasskey } from "../../api/generated/sdk.gen.ts";
import type { Passkey } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { browserHasPasskeys, makePasskey, passkeyProblem } from "../../app/session/passkeys.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { notifyDone, notifyProblem } from "../../ui/feedback/notify.ts";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { FormButtons } from "../../ui/forms/form-buttons.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { submits } from "../../ui/forms/submits.ts";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";

export function PasskeySection() {
  const passkeys = useQuery(getPasskeysOptions());
  const { data: setup } = useQuery(getSetupOptions());
  const [naming, setNaming] = useState<"new" | Passkey>();
  const unavailable =
    setup?.passkeys === false
      ? "Passkeys require a domain with HTTPS. Your server administrator can set it up (PUBLIC_URL)."
      : browserHasPasskeys()
        ? undefined
        : "This browser does not support passkeys.";
  return (
    <Section
      title="Passkeys"
      flush
      actions={
        <Button
          variant="default"
          size="xs"
          disabled={setup === undefined || unavailable !== undefined}
          onClick={() => setNaming("new")}
        >
          Add passkey
        </Button>
      }
    >
      <Loaded query={passkeys} skeleton={<SkeletonRows rows={2} />}>
        {({ passkeys: rows }) =>
          rows.length === 0 ? (
            <Empty title="No passkeys yet">
              {unavailable ?? "Sign in with your fingerprint, face, or device PIN instead of a password and code."}
            </Empty>
          ) : (
            <PasskeyTable rows={rows} onRename={setNaming} />
          )
        }
      </Loaded>
      {naming !== undefined && (
        <PasskeyName passkey={naming === "new" ? undefined : naming} onClose={() => setNaming(undefined)} />
      )}
    </Section>
  );
}

function PasskeyTable({
  rows,
  onRename,
}: {
  readonly rows: readonly Passkey[];
  readonly onRename: (passkey: Passkey) => void;
}) {
  const refresh = useRefresh();
  const remove = async ({ id, name }: Passkey) => {
    try {
      await removePasskey({ path: { passkeyId: id }, throwOnError: true });
      await refresh("rights");
      notifyDone(`${name} was removed.`);
    } catch (error) {
      notifyProblem(error);
    }
  };
  const confirmRemove = (passkey: Passkey) =>
    modals.openConfirmModal({
      title: `Remove ${passkey.name}`,
      children: <Text size="sm">You can no longer sign in with it. Delete it on your device, too.</Text>,
      labels: { confirm: "Remove passkey", cancel: "Cancel" },
      confirmProps: { color: DANGER },
      onConfirm: () => void remove(passkey),
    });
  return (
    <DataTable
      label="Passkeys"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { header: "Name", cell: ({ name }) => name },
        { header: "Added", cell: ({ createdAt }) => <When at={createdAt} form="short" />, width: 130 },
        {
          header: "Last used",
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : <When at={lastUsedAt} />),
          width: 170,
        },
        {
          header: "Actions",
          hideHeader: true,
          align: "right",
          width: 80,
          cell: (passkey) => (
            <Group gap={4} justify="flex-end" wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Rename ${passkey.name}`}
                onClick={() => onRename(passkey)}
              >
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => confirmRemove(passkey)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ),
        },
      ]}
    />
  );
}

/** Names a new or existing passkey. The browser creates a new one after that. */
export function PasskeyName({
  passkey,
  onClose,
}: {
  readonly passkey: Passkey | undefined;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(passkey?.name ?? "");
  const refresh = useRefresh();
  const { busy, problem, submit, setProblem } = useSubmit();
  const save = async () => {
    if (passkey !== undefined)
      return void (await renamePasskey({ path: { passkeyId: passkey.id }, body: { name }, throwOnError: true }));
    const { data: options } = await startPasskey({ throwOnError: true });
    const made = await makePasskey(options).catch((error: unknown) => {
      setProblem(passkeyProblem(error));
      return undefined;
    });
    if (made === undefined) return false;
    await addPasskey({ body: { name, ...made }, throwOnError: true });
    notifyDone("The passkey was added. You can now sign in with it.");
    return true;
  };
  const finish = async () => {
    let cancelled = false;
    const done = await submit(async () => {
      cancelled = (await save()) === false;
    });
    if (!done || cancelled) return;
    onClose();
    await refresh("rights");
  };
  return (
    <Modal opened onClose={onClose} title={passkey === undefined ? "Add passkey" : "Rename passkey"} size="sm">
      <form onSubmit={submits(finish)}>
        <Stack gap="sm">
          <FormProblem problem={problem} />
          <TextInput
            label="Name"
            description="Helps you tell your passkeys apart."
            placeholder="Work laptop"
            maxLength={60}
            required
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormButtons submit={passkey === undefined ? "Continue" : "Save"} busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
