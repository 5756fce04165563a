import { IconShieldExclamation } from "@tabler/icons-react";
import type { Overview } from "#api/generated/types.gen.ts";
import { Age } from "#ui/page/age.tsx";
import { ButtonLink } from "#ui/page/links.tsx";
import { asWords, counted, Item, ItemLine, ItemLines, ItemNote } from "./item.tsx";

/** Records that were changed in the database, past the service. */
export function ChangedRowsItem({
  changedRows: { count, latest },
}: {
  readonly changedRows: NonNullable<Overview["changedRows"]>;
}) {
  return (
    <Item
      icon={IconShieldExclamation}
      tone="bad"
      title={`${counted(count, "record")} changed outside Bursar`}
      action={
        <ButtonLink to="/settings/audit" size="xs" variant="default">
          Audit log
        </ButtonLink>
      }
    >
      <ItemLines>
        {latest.map(({ row, foundAt }) => (
          <ItemLine key={row} name={<span title={row}>{asWords(row.split("/")[0] ?? row)}</span>}>
            found <Age at={foundAt} />
          </ItemLine>
        ))}
      </ItemLines>
      <ItemNote>
        {count === 1 ? "It is" : "They are"} not used. Someone may have the database’s password: tell your operator, who
        lists changed records with <code>bursar rows list</code>.
      </ItemNote>
    </Item>
  );
}
