import { IconUserSearch } from "@tabler/icons-react";
import type { Overview } from "#api/generated/types.gen.ts";
import { Age } from "#ui/page/age.tsx";
import { ButtonLink } from "#ui/page/links.tsx";
import { counted, Item, ItemNote } from "./item.tsx";

type ScreeningPart = NonNullable<Overview["screening"]>;

/** Recipients about whom two people have to decide, or a screener that does not answer: payments wait. */
export const needsScreening = (screening: Overview["screening"]): screening is ScreeningPart =>
  screening !== null && (screening.openCases > 0 || screening.failingSince !== null);

export function ScreeningItem({
  screening: { openCases, heldPayments, failingSince, problem },
}: {
  readonly screening: ScreeningPart;
}) {
  return (
    <Item
      icon={IconUserSearch}
      tone={failingSince === null ? "warning" : "bad"}
      title={
        failingSince === null
          ? `${counted(openCases, "recipient")} ${openCases === 1 ? "resembles an entry" : "resemble entries"} on a list`
          : "Screening does not answer"
      }
      action={
        <ButtonLink to="/settings/screening" size="xs" variant="default">
          Review
        </ButtonLink>
      }
    >
      <ItemNote>
        {counted(heldPayments, "payment")} {heldPayments === 1 ? "waits" : "wait"}.{" "}
        {failingSince !== null && (
          <>
            {problem}, since <Age at={failingSince} />.
          </>
        )}
      </ItemNote>
    </Item>
  );
}
