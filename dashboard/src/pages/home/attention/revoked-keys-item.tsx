import { IconKeyOff } from "@tabler/icons-react";
import type { Overview } from "#api/generated/types.gen.ts";
import { formatDayOf } from "#ui/page/when.tsx";
import { Item, ItemNote } from "./item.tsx";

/** Nothing that needs the organization's encryption keys works. Only the operator can restore them, while they exist. */
export function RevokedKeysItem({
  revokedKeys: { destroysAt },
}: {
  readonly revokedKeys: NonNullable<Overview["revokedKeys"]>;
}) {
  return (
    <Item icon={IconKeyOff} tone="bad" title="Payments are stopped: encryption keys are revoked" action={undefined}>
      <ItemNote>
        Bank details cannot be read, and no payment leaves.{" "}
        {destroysAt === null
          ? "The keys are destroyed and cannot be restored."
          : `The keys will be destroyed on ${formatDayOf(new Date(destroysAt))}. Until then, your operator can restore them.`}
      </ItemNote>
    </Item>
  );
}
