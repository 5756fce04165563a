import { countryProblem } from "bursar-banking/identifiers/country";
import { ADDRESS_LINE_LENGTH_MAX, usAddressProblems } from "bursar-banking/identifiers/us-address";
import { holdsHidden } from "bursar-banking/text/hidden-characters";
import type { FieldProblem } from "#kernel/http/http-refusals.ts";
import type { AddressInput } from "../recipient-schemas.ts";
import { addressLineProblem } from "../spelling/spell-name.ts";

/** What is wrong with an address in any country; a check is mailed within the United States. */
export function enteredAddressProblems(
  path: string,
  address: AddressInput,
  { mailsChecks = false }: { readonly mailsChecks?: boolean } = {},
): readonly FieldProblem[] {
  const country = countryProblem(address.country);
  if (country !== undefined) return [{ path: `${path}.country`, message: country }];
  const unwritable = (["address1", "address2", "city", "region", "postalCode"] as const).flatMap((field) => {
    const message = addressLineProblem(address[field] ?? "");
    return message === undefined ? [] : [{ path: `${path}.${field}`, message }];
  });
  if (unwritable.length > 0) return unwritable;
  if (address.country === "US")
    return usAddressProblems(address).map((problem) => ({ path: `${path}.${problem.path}`, message: problem.message }));
  if (mailsChecks)
    return [
      { path: `${path}.country`, message: "Checks are mailed within the United States: the country must be US." },
    ];
  const lines = [
    ["address1", address.address1],
    ["city", address.city],
    // Not every country has postal codes or regions.
    ["postalCode", address.postalCode || "-"],
    ["address2", address.address2 ?? "-"],
    ["region", address.region || "-"],
  ] as const;
  return lines.flatMap(([field, line]) =>
    line.trim() !== "" && line.length <= ADDRESS_LINE_LENGTH_MAX && !holdsHidden(line)
      ? []
      : [{ path: `${path}.${field}`, message: `must be one line of 1 to ${ADDRESS_LINE_LENGTH_MAX} characters` }],
  );
}
