import { useQuery } from "@tanstack/react-query";
import { getRecipients } from "../../api/generated/sdk.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";

const PAGES_MAX = 20;

/** Every recipient, to match the names in a file. */
export const useAllRecipients = () =>
  useQuery({
    queryKey: ["allRecipients"],
    queryFn: async ({ signal }) => {
      const all: Recipient[] = [];
      let start_after: string | undefined;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const { data } = await getRecipients({ query: { start_after }, signal, throwOnError: true });
        all.push(...data.recipients);
        start_after = data.page.nextPage;
        if (start_after === undefined) break;
      }
      return all;
    },
  });
