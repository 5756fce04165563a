import { fileNameKey } from "../state/bank-books.ts";
import { type BankDecision, type CustomerFile, reasonOf, rejectedFile } from "./bank-decision.ts";
import { shownFileName } from "./file-name.ts";
import { receiveCancellation } from "./receive-cancellation.ts";
import { receiveCheckIssues, receiveCheckPrints } from "./receive-checks.ts";
import { receiveNacha } from "./receive-nacha.ts";
import { receiveNetworkTransfers } from "./receive-network-transfers.ts";
import { receiveStatusRequest } from "./receive-status-request.ts";
import { receiveTransfers } from "./receive-transfers.ts";
import { findUnreadableFormat, formatOf } from "./sniff-format.ts";

/** The most that the bank's channel accepts. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/** Decides about a file by what it contains; its name and ending mean nothing. */
export function receiveFile(file: CustomerFile): BankDecision {
  if (file.content.length > FILE_BYTES_MAX) return unusable(file, "FF01", "The file is larger than 64 MiB");
  if (file.books.fileNames.has(fileNameKey(file)))
    return unusable(file, "DUPL", "A file with this name was received before");
  const format = formatOf(file.content);
  switch (format) {
    case "nacha":
      return receiveNacha(file);
    case "pain.001":
      return receiveTransfers(file);
    case "pacs.008":
      return receiveNetworkTransfers(file);
    case "pacs.028":
      return receiveStatusRequest(file);
    case "camt.056":
      return receiveCancellation(file);
    case "checks-pdf":
      return receiveCheckPrints(file);
    case "positive-pay":
      return receiveCheckIssues(file);
    case undefined:
      return unusable(file, "FF01", findUnreadableFormat(file.content));
  }
}

/** A file that no message id can name is named by its file name. */
const unusable = (file: CustomerFile, code: string, why: string): BankDecision =>
  rejectedFile(file, {
    format: "unknown",
    original: { messageId: shownFileName(file.name), messageName: "FILE" },
    reasons: [reasonOf(code, why)],
  });
