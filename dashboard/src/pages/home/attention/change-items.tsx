import { IconShieldCheck, IconUserEdit } from "@tabler/icons-react";
import type { Overview } from "#api/generated/types.gen.ts";
import { shownMethods } from "#ui/money/payment-methods.ts";
import { Age } from "#ui/page/age.tsx";
import { ButtonLink, TextLink } from "#ui/page/links.tsx";
import { counted, Item, ItemLine, ItemLines, MoreLines } from "./item.tsx";

type Changes = NonNullable<Overview["detailChanges"]>;

/** Changes of recipients that another person made and the user may confirm. */
export function DetailChangesItem({ changes: { count, oldest } }: { readonly changes: Changes }) {
  const recipientId = oldest[0]?.recipientId ?? "";
  return (
    <Item
      icon={IconUserEdit}
      tone="warning"
      title={`${counted(count, "change")} of bank details to confirm`}
      action={
        <ButtonLink to="/recipients/$recipientId" params={{ recipientId }} size="xs" variant="default">
          {count === 1 ? "Review" : "Review oldest"}
        </ButtonLink>
      }
    >
      <ItemLines>
        {oldest.map((change) => (
          <ItemLine
            key={`${change.recipientId} ${change.paymentMethod ?? "name"}`}
            name={
              <TextLink to="/recipients/$recipientId" params={{ recipientId: change.recipientId }} inherit>
                {change.recipientName}
              </TextLink>
            }
          >
            {change.paymentMethod === null ? "New name" : `${shownMethods[change.paymentMethod].name} details`} ·{" "}
            <Age at={change.changedAt} />
          </ItemLine>
        ))}
        <MoreLines count={count - oldest.length}>{(text) => text}</MoreLines>
      </ItemLines>
    </Item>
  );
}

/** Changes of rules, rights, and settings that another person proposed and the user may confirm. */
export function ControlChangesItem({ count }: { readonly count: number }) {
  return (
    <Item
      icon={IconShieldCheck}
      tone="warning"
      title={`${counted(count, "change")} of rules, users, or settings to confirm`}
      action={
        <ButtonLink to="/settings/changes" size="xs" variant="default">
          Review
        </ButtonLink>
      }
    />
  );
}
