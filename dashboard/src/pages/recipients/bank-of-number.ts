import { useQuery } from "@tanstack/react-query";
import { getBankOptions } from "../../api/generated/@tanstack/react-query.gen.ts";

/** The bank of a routing number that is complete, as a hint below its field; a mistyped one is reported when it is saved. */
export function useBankOfNumber(typed: string): string | undefined {
  const routingNumber = typed.trim();
  const { data } = useQuery({
    ...getBankOptions({ path: { routingNumber } }),
    enabled: /^\d{9}$/.test(routingNumber),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data?.routingNumber !== routingNumber) return undefined;
  if (data.problem !== null) return data.problem;
  return [data.name, data.city, data.state].filter((part) => part !== null).join(", ") || undefined;
}
