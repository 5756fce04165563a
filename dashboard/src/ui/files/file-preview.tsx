import { Button, Group, Modal, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import type { Attachment } from "../../api/generated/types.gen.ts";
import { downloadPathOf, FileContent } from "./file-content.tsx";

/** A picture or a PDF in a dialog, which covers a phone. */
export function FilePreview({ file, onClose }: { readonly file: Attachment; readonly onClose: () => void }) {
  const isPhone = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened
      onClose={onClose}
      title={file.fileName}
      size="xl"
      fullScreen={isPhone}
      closeButtonProps={{ "aria-label": "Close preview" }}
    >
      <Stack gap="md">
        <FileContent file={file} />
        <Group justify="flex-end">
          <Button
            component="a"
            href={downloadPathOf(file)}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
