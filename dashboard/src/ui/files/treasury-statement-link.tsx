import { ActionIcon } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { TreasuryStatement } from "#api/generated/types.gen.ts";

/** Downloads a statement of the treasury's provider. */
export const TreasuryStatementLink = ({
  statement: { id, accountId, description },
}: {
  readonly statement: TreasuryStatement;
}) => (
  <ActionIcon
    component="a"
    variant="subtle"
    color="gray"
    href={`/api/v1/treasury/${accountId}/statements/${id}/pdf`}
    download
    aria-label={`Download ${description} as PDF`}
    title="Download PDF"
    data-row-actions
  >
    <IconDownload size={16} aria-hidden />
  </ActionIcon>
);
