import { countryCodes } from "../../api/generated/country-codes.ts";

const names = new Intl.DisplayNames("en", { type: "region" });

/** The countries that the API accepts, for a select, by name. The browser's own list depends on the browser. */
export const countries: readonly { readonly value: string; readonly label: string }[] = countryCodes
  .map((value) => ({ value, label: names.of(value) ?? value }))
  .sort((a, b) => a.label.localeCompare(b.label, "en"));
