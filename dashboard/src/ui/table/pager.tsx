import { Button, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";

/** The position in a cursor-paged list, kept in the URL. */
export interface Cursor {
  readonly start_after?: string | undefined;
  readonly end_before?: string | undefined;
}

/** Buttons for the previous and next page; hidden when there is only one page. */
export function Pager({
  page,
  onTurn,
}: {
  readonly page: { readonly nextPage?: string; readonly previousPage?: string };
  readonly onTurn: (cursor: Cursor) => void;
}) {
  const { nextPage, previousPage } = page;
  if (nextPage === undefined && previousPage === undefined) return null;
  return (
    <Group component="nav" aria-label="Pages" justify="flex-end" gap="xs" p="sm">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        disabled={previousPage === undefined}
        onClick={() => onTurn({ end_before: previousPage })}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<IconChevronRight size={14} aria-hidden />}
        disabled={nextPage === undefined}
        onClick={() => onTurn({ start_after: nextPage })}
      >
        Next
      </Button>
    </Group>
  );
}
