import { Modal, Stack } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { FormButtons } from "./form-buttons.tsx";
import { submits } from "./submits.ts";

interface FormDialogProps extends Omit<ComponentProps<typeof FormButtons>, "onCancel"> {
  readonly title: string;
  readonly children: ReactNode;
  readonly onSubmit: () => unknown;
  readonly onClose: () => void;
}

/** A dialog with a form, and Cancel and submit at its end. It stays open while it submits. */
export function FormDialog({ title, children, onSubmit, onClose, ...buttons }: FormDialogProps) {
  const close = () => {
    if (!buttons.busy) onClose();
  };
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ "aria-label": "Close" }}>
      <form onSubmit={submits(() => (buttons.busy ? undefined : onSubmit()))}>
        <Stack gap="sm">
          {children}
          <FormButtons {...buttons} onCancel={close} />
        </Stack>
      </form>
    </Modal>
  );
}
