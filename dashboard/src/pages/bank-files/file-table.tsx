import { railNames } from "#ui/bank-connections/connection-words.ts";
import type { BankFile } from "../../api/generated/types.gen.ts";
import { formatSize } from "../../ui/files/accepted-files.ts";
import { When } from "../../ui/page/when.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { BankFileBadge } from "./bank-file-badge.tsx";
import { directionNames, formatNames, nameOfFile } from "./file-labels.ts";

/** Bank files; a row opens its file. */
export function FileTable({ files, now }: { readonly files: readonly BankFile[]; readonly now: Date }) {
  return (
    <DataTable
      label="Bank files"
      rows={files}
      rowKey={({ id }) => id}
      targetOf={({ id }) => ({ to: "/bank-files/$fileId", params: { fileId: id } })}
      columns={columnsAt(now)}
    />
  );
}

const columnsAt = (now: Date): readonly TableColumn<BankFile>[] => [
  {
    header: "File",
    phone: "name",
    cell: (file) => (
      <TwoLines
        first={<span style={{ overflowWrap: "anywhere" }}>{nameOfFile(file)}</span>}
        second={secondLineOf(file)}
      />
    ),
  },
  { header: "Direction", phone: "second", cell: ({ direction }) => directionNames[direction], width: 130 },
  { header: "State", phone: "amount", cell: (file) => <BankFileBadge file={file} now={now} />, width: 160 },
  {
    header: "Transactions",
    align: "right",
    cell: ({ transactions }) => <span className="figures">{transactions.toLocaleString("en-US")}</span>,
    width: 110,
  },
  {
    header: "Size",
    align: "right",
    cell: ({ bytes }) => bytes !== null && <span className="figures">{formatSize(bytes)}</span>,
    width: 110,
  },
  { header: "Date", phone: "status", cell: ({ createdAt }) => <When at={createdAt} />, width: 190 },
];

/** A statement is about an account, whichever connection brings it. */
const secondLineOf = ({ rail, format }: BankFile): string => {
  const name = format === null ? "unknown format" : formatNames[format];
  return isStatement(format) ? name : `${railNames[rail]} · ${name}`;
};

const isStatement = (format: BankFile["format"]): boolean =>
  format === "camt.052" || format === "camt.053" || format === "camt.054" || format === "bai2";
