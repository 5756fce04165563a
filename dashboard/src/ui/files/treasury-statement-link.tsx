import { Anchor } from "@mantine/core";
import type { TreasuryStatement } from "#api/generated/types.gen.ts";

/** Downloads a statement of the treasury's provider. */
export const TreasuryStatementLink = ({
  statement: { id, accountId, description },
}: {
  readonly statement: TreasuryStatement;
}) => (
  <Anchor
    href={`/api/v1/treasury/${accountId}/statements/${id}/pdf`}
    download
    size="sm"
    aria-label={`Download ${description} as PDF`}
  >
    PDF
  </Anchor>
);
