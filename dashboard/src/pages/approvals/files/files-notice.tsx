import { Alert, Button, List } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import type { SeenFiles } from "./use-seen-files.ts";

/** Says which files were added or removed while the page was open, until the user acknowledges it. */
export function FilesNotice({ files: { added, removed, acknowledge } }: { readonly files: SeenFiles }) {
  if (added.length + removed.length === 0) return null;
  return (
    <Alert color="orange" role="alert" icon={<IconPaperclip size={18} aria-hidden />} title={titleOf(added, removed)}>
      <List size="sm" mb={6}>
        {added.map(({ id, fileName }) => (
          <List.Item key={id}>
            Added: <strong>{fileName}</strong>
          </List.Item>
        ))}
        {removed.map(({ id, fileName }) => (
          <List.Item key={id}>
            Removed: <s>{fileName}</s>
          </List.Item>
        ))}
      </List>
      <Button size="xs" variant="default" onClick={acknowledge}>
        Mark files as reviewed
      </Button>
    </Alert>
  );
}

function titleOf(added: SeenFiles["added"], removed: SeenFiles["removed"]): string {
  const since = "since you opened this page";
  if (added.length === 0) return removed.length === 1 ? `A file was removed ${since}` : `Files were removed ${since}`;
  if (removed.length > 0) return `Files changed ${since}`;
  return added.length === 1 ? `A file was added ${since}` : `${added.length} files were added ${since}`;
}
