import { IconShieldExclamation } from "@tabler/icons-react";
import type { Overview } from "../../../api/generated/types.gen.ts";
import { Age } from "../../../ui/page/age.tsx";
import { ButtonLink } from "../../../ui/page/links.tsx";
import { counted, Item, ItemLine, ItemLines } from "./item.tsx";

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
          <ItemLine key={row} name={<span title={row}>{row}</span>}>
            found <Age at={foundAt} />
          </ItemLine>
        ))}
      </ItemLines>
      <p>
        They are not used. Someone may have your database’s password: tell the operator, who sees them with{" "}
        <code>bursar rows list</code>.
      </p>
    </Item>
  );
}
