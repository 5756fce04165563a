/** A bank's national code as the API shows it (wire contract §3.4): by country, under the country's own names. */
export function countrySpecificOf(
  country: string | undefined,
  code: string | undefined,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  if (code === undefined) return {};
  switch (country) {
    case "AU":
      return { australia: { bsbCode: code } };
    case "CA":
      // 0, institution, transit.
      return { canada: { bankCode: code.slice(1, 4), transitNumber: code.slice(4) } };
    case "IN":
      return { india: { ifscCode: code } };
    case "ZA":
      return { southAfrica: { branchCode: code } };
    default:
      return {};
  }
}
