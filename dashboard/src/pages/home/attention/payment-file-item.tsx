import { IconFileSpreadsheet } from "@tabler/icons-react";
import type { Overview } from "#api/generated/types.gen.ts";
import { Age } from "#ui/page/age.tsx";
import { ButtonLink } from "#ui/page/links.tsx";
import { Item, ItemLine, ItemLines } from "./item.tsx";

/** A payment file that the user has begun, perhaps on another device. */
export function PaymentFileItem({
  file: { name, payments, requested, savedAt },
}: {
  readonly file: NonNullable<Overview["paymentFile"]>;
}) {
  return (
    <Item
      icon={IconFileSpreadsheet}
      tone="plain"
      title="Payment file not finished"
      action={
        <ButtonLink to="/pay/many" size="xs" variant="default">
          Continue
        </ButtonLink>
      }
    >
      <ItemLines>
        <ItemLine name={<bdi title={name}>{name}</bdi>}>
          {requested.toLocaleString("en-US")} of {payments.toLocaleString("en-US")} requested · <Age at={savedAt} />
        </ItemLine>
      </ItemLines>
    </Item>
  );
}
