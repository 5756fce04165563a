import { IconBuildingBank } from "@tabler/icons-react";
import type { Overview } from "#api/generated/types.gen.ts";
import { ButtonLink } from "#ui/page/links.tsx";
import { counted, Item, ItemNote } from "./item.tsx";

type BankFilesPart = NonNullable<Overview["bankFiles"]>;

export const needsBankFiles = (bankFiles: Overview["bankFiles"]): bankFiles is BankFilesPart =>
  bankFiles !== null && sentencesOf(bankFiles).length > 0;

/** What needs a person in the exchange with banks, each as a short sentence. */
function sentencesOf({
  files,
  unsent,
  unanswered,
  openItems,
  latePayments,
  unreachable,
  problem,
}: BankFilesPart): string[] {
  return [
    ...(latePayments > 0 ? [`${counted(latePayments, "payment")} missed the bank’s cut-off.`] : []),
    ...(unreachable > 0
      ? [`${counted(unreachable, "connection")} cannot be used: ${problem ?? "unknown problem"}.`]
      : []),
    ...(files > 0 ? [`${counted(files, "file")} in doubt or set aside.`] : []),
    ...(unsent > 0 ? [`${counted(unsent, "file")} could not be sent.`] : []),
    ...(unanswered > 0 ? [`${counted(unanswered, "file")} without the bank’s answer.`] : []),
    ...(openItems > 0 ? [`${counted(openItems, "open item")} in files of the bank.`] : []),
  ];
}

/** Files, connections, and open items that wait for a person. */
export function BankFilesItem({ bankFiles }: { readonly bankFiles: BankFilesPart }) {
  const isBad = bankFiles.latePayments > 0 || bankFiles.unsent > 0 || bankFiles.unreachable > 0;
  return (
    <Item
      icon={IconBuildingBank}
      tone={isBad ? "bad" : "warning"}
      title="Bank files need attention"
      action={
        <ButtonLink to="/bank-files" search={{ attention: true }} size="xs" variant="default">
          View
        </ButtonLink>
      }
    >
      <ItemNote>{sentencesOf(bankFiles).join(" ")}</ItemNote>
    </Item>
  );
}
