import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import type { SavedView } from "#api/generated/types.gen.ts";
import { DANGER } from "../../forms/danger-color.ts";
import { FormButtons } from "../../forms/form-buttons.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import { newKey } from "../../forms/new-key.ts";
import { useSubmit } from "../../forms/use-submit.ts";

const NAME_LENGTH_MAX = 60;

/** Asks for the name of a view, and for a new one, whether everyone sees it. */
export function NameView({
  view,
  onSave,
  onClose,
}: {
  /** The one to rename; a new one if undefined. */
  readonly view: SavedView | undefined;
  readonly onSave: (named: Pick<SavedView, "name" | "isShared">, idempotencyKey: string) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const { busy, problem, submit } = useSubmit();
  const key = useRef(newKey());
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (await submit(() => onSave({ name: name.trim(), isShared }, key.current))) onClose();
  };
  const changed = () => {
    key.current = newKey();
  };
  return (
    <Modal opened onClose={onClose} title={view === undefined ? "Save view" : "Rename view"} size="sm">
      <form onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblem problem={problem} />
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={NAME_LENGTH_MAX}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              changed();
            }}
          />
          {view === undefined && (
            <Checkbox
              label="Share with everyone"
              description="Everyone who can open this page sees the view."
              checked={isShared}
              onChange={(event) => {
                setShared(event.currentTarget.checked);
                changed();
              }}
            />
          )}
          <FormButtons
            submit={view === undefined ? "Save view" : "Rename"}
            busy={busy}
            disabled={name.trim() === ""}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

export function DeleteView({
  view,
  onDelete,
  onClose,
}: {
  readonly view: SavedView;
  readonly onDelete: () => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { busy, problem, submit } = useSubmit();
  return (
    <Modal opened onClose={onClose} title={`Delete the view ${view.name}?`} size="sm">
      <Stack gap="md">
        <FormProblem problem={problem} />
        <Text size="sm">
          {view.isShared ? "No one will see this view anymore." : "Only you see this view."} What it lists stays.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            color={DANGER}
            loading={busy}
            onClick={async () => {
              if (await submit(onDelete)) onClose();
            }}
          >
            Delete view
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
