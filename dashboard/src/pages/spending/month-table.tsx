import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { lastDayOf, longMonth, monthTick } from "./period.ts";
import { type CategorySum, linkOf, nameOf, type Spending } from "./series.ts";
import classes from "./spending.module.css";

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Every month of every category; each amount opens its transactions. */
export function MonthTable({
  spending,
  account,
}: {
  readonly spending: Spending;
  readonly account: string | undefined;
}) {
  const { months, categories, direction, total } = spending;
  const cell = (category: CategorySum | undefined, index: number, amount: number) => {
    const month = months[index]?.month ?? "";
    if (amount === 0) return <span className={classes["nothing"]}>–</span>;
    return (
      <TextLink
        to="/transactions"
        search={linkOf(category, { direction, from: `${month}-01`, to: lastDayOf(month), account })}
        inherit
        c="inherit"
        className="figures"
        title={`${category === undefined ? "Total" : nameOf(category)}, ${longMonth(month)}`}
      >
        {whole.format(amount)}
      </TextLink>
    );
  };
  return (
    <Section title="By month, in whole dollars" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className={classes["scroll"]} aria-label="By month" tabIndex={0}>
        <table className={classes["months"]} aria-label="By month">
          <thead>
            <tr>
              <th scope="col">Category</th>
              {months.map(({ month }, index) => (
                <th key={month} scope="col" data-align="right">
                  {monthTick(month, index)}
                </th>
              ))}
              <th scope="col" data-align="right">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {categories.map((category) => (
              <tr key={category.categoryId ?? "none"}>
                <th scope="row">{nameOf(category)}</th>
                {category.months.map((amount, index) => (
                  <td key={months[index]?.month}>{cell(category, index, amount)}</td>
                ))}
                <td className="figures">{whole.format(category.total)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {months.map((month, index) => (
                <td key={month.month}>{cell(undefined, index, month.total)}</td>
              ))}
              <td className="figures">{whole.format(total)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
    </Section>
  );
}
