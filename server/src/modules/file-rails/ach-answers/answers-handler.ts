import type { IncomingHandler } from "../../bank-files/index.ts";
import type { RailPart } from "../rail-part.ts";

/** Processes what banks send back about payments: each file by the rail of its connection. */
export const answersHandler = (parts: readonly RailPart[]): IncomingHandler => ({
  formats: [...new Set(parts.flatMap(({ handler }) => handler.formats))],
  read: async (file) => {
    const handler = parts.find(({ rail }) => rail === file.rail)?.handler;
    return handler?.formats.includes(file.format)
      ? handler.read(file)
      : { quarantine: `Files of the format ${file.format} are not expected over a connection for this rail.` };
  },
});
