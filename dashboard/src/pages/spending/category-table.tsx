import { ColorSwatch, Group, getThemeColor, Text, useMantineTheme } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { formatMoney } from "../../ui/money/money.tsx";
import { Section } from "../../ui/page/section.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { lastDayOf } from "./period.ts";
import { type CategorySum, changeText, colorOf, linkOf, nameOf, type Series, type Spending } from "./series.ts";
import classes from "./spending.module.css";

const percent = new Intl.NumberFormat("en-US", {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Each category with its share; a row opens its transactions. */
export function CategoryTable({
  spending,
  previous,
  series,
  account,
}: {
  readonly spending: Spending;
  readonly previous: Spending | undefined;
  readonly series: readonly Series[];
  readonly account: string | undefined;
}) {
  const { start, end, direction, categories, months, total } = spending;
  const navigate = useNavigate();
  const range = { direction, from: `${start}-01`, to: lastDayOf(end), account };
  return (
    <Section title="Categories" flush>
      <DataTable
        label="Categories"
        rows={categories}
        rowKey={({ categoryId }) => categoryId ?? "none"}
        onOpen={(category) => void navigate({ to: "/transactions", search: linkOf(category, range) })}
        columns={[
          {
            header: "Category",
            phone: "name",
            cell: (category) => <Name category={category} color={colorOf(series, category)} />,
          },
          {
            header: "Share",
            phone: "second",
            width: 210,
            cell: (category) => (
              <Share share={total === 0 ? 0 : category.total / total} color={colorOf(series, category)} />
            ),
          },
          {
            header: "Transactions",
            align: "right",
            wideOnly: true,
            width: 120,
            cell: ({ transactions }) => <span className="figures">{transactions.toLocaleString("en-US")}</span>,
          },
          {
            header: "Per month",
            align: "right",
            width: 140,
            wideOnly: true,
            cell: (category) => <span className="figures">{formatMoney(category.total / months.length)}</span>,
          },
          {
            header: "Total",
            align: "right",
            phone: "amount",
            width: 140,
            cell: (category) => <span className="figures">{formatMoney(category.total)}</span>,
          },
          // Without anything before, a column of zeros says nothing.
          ...(previous === undefined || previous.total === 0
            ? []
            : [beforeColumn(previous, changeText(total, previous.total) !== undefined)]),
        ]}
      />
    </Section>
  );
}

function Name({ category, color }: { readonly category: CategorySum; readonly color: string }) {
  const theme = useMantineTheme();
  return (
    <Group gap={8} wrap="nowrap" component="span">
      <ColorSwatch component="span" size={12} radius={3} withShadow={false} color={getThemeColor(color, theme)} />
      <span className={classes["name"]}>{nameOf(category)}</span>
    </Group>
  );
}

/** Where the sums of all categories do not compare, such as in the first year, neither do those of one. */
const beforeColumn = (previous: Spending, isComparable: boolean): TableColumn<CategorySum> => ({
  header: "Period before",
  align: "right",
  phone: "status",
  width: 150,
  cell: (category) => <Before now={isComparable ? category.total : undefined} before={totalIn(previous, category)} />,
});

const totalIn = ({ categories }: Spending, { categoryId }: CategorySum): number =>
  categories.find((category) => category.categoryId === categoryId)?.total ?? 0;

/** The sum of the period before, and how the current one differs. */
function Before({ now, before }: { readonly now: number | undefined; readonly before: number }) {
  const change = now !== undefined && before > 0 ? changeText(now, before) : undefined;
  return (
    <TwoLines
      strong={false}
      first={
        <span className="figures">
          {formatMoney(before)}
          <Text span inherit hiddenFrom="sm">
            {" before"}
          </Text>
        </span>
      }
      second={change === undefined ? "" : `now ${change}`}
    />
  );
}

function Share({ share, color }: { readonly share: number; readonly color: string }) {
  const theme = useMantineTheme();
  const text = percent.format(share);
  return (
    <span className={classes["share"]}>
      <span className={classes["track"]} aria-hidden>
        <span className={classes["fill"]} style={{ width: text, background: getThemeColor(color, theme) }} />
      </span>
      <span className="figures">{text}</span>
    </span>
  );
}
