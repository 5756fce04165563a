import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import type { BankFile, BankFilePayment } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { csvText } from "#ui/files/csv.ts";
import { download } from "#ui/files/download.ts";
import { transactionTargetOf } from "#ui/money-table/activity/transaction-columns.tsx";
import type { Sort } from "#ui/money-table/money-column.ts";
import { MoneyTable } from "#ui/money-table/money-table.tsx";
import { sumOfAmounts, type TableTotals } from "#ui/money-table/sums.ts";
import { TableTools } from "#ui/money-table/table-tools.tsx";
import { TotalsBar } from "#ui/money-table/totals-bar.tsx";
import { useSelectedRows } from "#ui/money-table/use-selected-rows.ts";
import { useTableView } from "#ui/money-table/view/use-table-view.ts";
import { nameOfFile } from "../file-labels.ts";
import { filePaymentColumns, keyOfFilePayment, linesOfFilePayments, sortFilePayments } from "./payment-columns.tsx";

const FILE_ORDER: Sort = { by: "position", order: "asc" };

/** The payments of a bank file. Only a whole file is sorted: a part of it would begin with the wrong rows. */
export function FilePaymentTable({ file, isWhole }: { readonly file: BankFile; readonly isWhole: boolean }) {
  const maySee = useRight("fetchTransactions");
  const selection = useSelectedRows();
  const view = useTableView("bank-file", filePaymentColumns);
  const [sort, setSort] = useState(FILE_ORDER);
  const payments = file.payments ?? [];
  const rows = isWhole ? sortFilePayments(payments, sort) : payments;
  const where = isWhole ? "" : " on this page";
  const save = () => download(`${nameOfFile(file)}-payments.csv`, csvText(linesOfFilePayments(rows, view.columns)));
  return (
    <>
      <TableTools
        view={view}
        exports={
          <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />} onClick={save}>
            Export CSV
          </Button>
        }
      />
      <MoneyTable
        label="Payments in the file"
        rows={rows}
        columns={view.columns}
        density={view.density}
        rowKey={keyOfFilePayment}
        targetOf={({ transactionId }) => (maySee ? transactionTargetOf(transactionId) : undefined)}
        selection={{ ...selection, labelOf: labelOfRow }}
        sort={isWhole ? sort : FILE_ORDER}
        onSort={isWhole ? setSort : undefined}
      />
      <TotalsBar
        noun={{ one: `payment${where}`, many: `payments${where}` }}
        totals={totalsOf(rows)}
        selected={totalsOf(rows.filter((row) => selection.keys.has(keyOfFilePayment(row))))}
      >
        <Button size="xs" variant="subtle" color="gray" onClick={() => selection.set([])}>
          Clear selection
        </Button>
      </TotalsBar>
    </>
  );
}

const labelOfRow = ({ counterpartyName, transactionId, position }: BankFilePayment): string =>
  `Select ${counterpartyName ?? transactionId}, place ${position}`;

/** Payments that are not in effect are counted apart. */
const totalsOf = (rows: readonly BankFilePayment[]): TableTotals => ({
  count: rows.length,
  sums: [
    { label: "Total", amount: sumOf(rows.filter(({ released }) => !released)) },
    { label: "Not in effect", amount: sumOf(rows.filter(({ released }) => released)) },
  ],
});

const sumOf = (rows: readonly BankFilePayment[]): number => sumOfAmounts(rows.flatMap(({ amount }) => amount ?? []));
