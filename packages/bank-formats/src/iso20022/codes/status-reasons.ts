/**
 * ISO 20022 status and return reasons (External Code Sets, ExternalStatusReason1Code and ExternalReturnReason1Code)
 * used by Fedwire, SWIFT, and RTP, and the RTP network's own four-digit codes. A code means the same on every rail; the
 * lists below say which rail uses which.
 */
type IsoRail = "wire" | "rtp";

export interface IsoStatusReason {
  /** As the bank writes it: `AC04`. */
  readonly code: string;
  /** A few words. */
  readonly title: string;
  /** One sentence for the payer, without the period. */
  readonly meaning: string;
  readonly rails: readonly IsoRail[];
}

type Row = readonly [code: string, title: string, meaning: string];

const rows = (rails: readonly IsoRail[], table: readonly Row[]): readonly IsoStatusReason[] =>
  table.map(([code, title, meaning]) => Object.freeze({ code, title, meaning, rails }));

export const isoStatusReasons: readonly IsoStatusReason[] = [
  ...rows(
    ["wire", "rtp"],
    [
      ["AC03", "Invalid creditor account number", "the payee's account number is wrong or does not exist"],
      ["AC04", "Closed account number", "the payee's account has been closed"],
      ["AC06", "Blocked account", "the payee's account is blocked and accepts no payments"],
      ["AC14", "Invalid creditor account type", "the payee's account type does not accept this kind of payment"],
      ["AG01", "Transaction forbidden", "payments of this kind are not allowed on the payee's account"],
      ["AM02", "Not allowed amount", "the amount is above what the bank or the network allows"],
      ["AM04", "Insufficient funds", "the available funds did not cover the amount"],
      ["AM09", "Wrong amount", "the amount is not the one agreed or expected"],
      ["BE04", "Missing creditor address", "the payee's address, which the bank needs, is missing or wrong"],
      ["BE06", "Unknown end customer", "the bank does not know the payee, or not at that account"],
      ["DUPL", "Duplicate payment", "the payment is a duplicate of another"],
      ["MD07", "End customer deceased", "the payee has died"],
      ["NARR", "Narrative", "the bank gives its reason only as text"],
      ["RC01", "Bank identifier incorrect", "the routing number or bank identifier has the wrong format"],
      ["RC03", "Invalid debtor bank identifier", "the identifier of the sending bank is wrong or missing"],
      [
        "RC04",
        "Invalid creditor bank identifier",
        "the routing number of the payee's bank is wrong or does not accept this kind of payment",
      ],
    ],
  ),
  ...rows(
    ["wire"],
    [
      ["AC01", "Incorrect account number", "the account number is wrong or missing"],
      ["AC13", "Invalid debtor account type", "the sending account type cannot make this kind of payment"],
      ["AG02", "Invalid bank operation code", "the code for the kind of transfer is wrong"],
      ["AM03", "Not allowed currency", "the payee's bank does not accept this currency"],
      ["AM05", "Duplication", "the bank has received the same message before"],
      ["AM06", "Too low amount", "the amount is below what the bank accepts"],
      ["BE01", "Inconsistent with end customer", "the name given does not belong to the account"],
      ["BE05", "Unrecognized initiating party", "the bank does not know the party that sent the payment"],
      ["CURR", "Incorrect currency", "the payment is in another currency than the account"],
      ["CUST", "Requested by customer", "the sender requested the payment back"],
      ["DT01", "Invalid date", "the date of the payment is not one the bank can use"],
      ["ED05", "Settlement failed", "the payment could not be settled"],
      ["FOCR", "Following cancellation request", "the payment was returned because its sender requested cancellation"],
      ["FRAD", "Fraudulent origin", "the payment was reported as fraudulent"],
      ["LEGL", "Legal decision", "a law or a court prohibits the payment"],
      ["MS02", "Not specified, by customer", "the payee rejected the payment without a reason"],
      ["MS03", "Not specified, by bank", "the bank rejected the payment without a reason"],
      ["NOAS", "No answer from customer", "the payee's bank received no answer from the payee"],
      [
        "RR01",
        "Missing debtor account or identification",
        "the sender's account or identification is required but missing",
      ],
      ["RR02", "Missing debtor name or address", "the sender's name and address are required but missing"],
      ["RR03", "Missing creditor name or address", "the payee's name and address are required but missing"],
      ["RR04", "Regulatory reason", "regulations, such as sanctions, prohibit the payment"],
      ["TM01", "Cut-off time", "the payment came after the bank's cut-off"],
      ["UPAY", "Undue payment", "the payee says that nothing was owed"],
    ],
  ),
  ...rows(
    ["rtp"],
    [
      ["AB05", "Time-out at creditor bank", "the payee's bank did not answer in time"],
      ["AB06", "Time-out at instructed bank", "the next bank in the chain did not answer in time"],
      ["AB08", "Creditor bank offline", "the payee's bank is not reachable at the moment"],
      ["AB09", "Error at creditor bank", "the payee's bank had an internal error"],
      ["AC02", "Invalid debtor account number", "the sending account number is wrong or missing"],
      ["AC07", "Closed creditor account", "the payee's account has been closed"],
      ["AC10", "Invalid debtor account currency", "the sending account is not in US dollars"],
      ["AC11", "Invalid creditor account currency", "the payee's account is not in US dollars"],
      ["AG03", "Transaction type not supported", "the payee's account is not enabled for this kind of payment"],
      ["AM11", "Invalid transaction currency", "the payment is not in US dollars"],
      ["AM12", "Invalid amount", "the amount is wrong or missing"],
      ["AM13", "Amount above network limit", "the amount is above the network's limit for one payment"],
      [
        "AM14",
        "Amount above agreed limit",
        "the amount is above the limit that the payee's bank agreed with its customer",
      ],
      ["BE07", "Missing debtor address", "the sender's address is missing or wrong"],
      ["BE10", "Invalid debtor country", "the sender's country is wrong or missing"],
      ["BE11", "Invalid creditor country", "the payee's country is wrong or missing"],
      ["BE16", "Invalid debtor identification", "the sender's identification is wrong or missing"],
      ["BE17", "Invalid creditor identification", "the payee's identification is wrong or missing"],
      ["DS24", "Waiting time expired", "the payment was not completed in the time the network allows"],
      ["DT04", "Future date not supported", "real-time payments cannot have a future date"],
      ["FF02", "Syntax error", "the message does not follow the network's rules"],
      ["FF08", "Missing end-to-end identification", "the end-to-end identification is missing or wrong"],
      ["NOAT", "Account does not support this message", "the payee's account cannot receive this kind of message"],
      ["RC02", "Invalid bank identifier", "the bank identifier is wrong or missing"],
      ["TK01", "Invalid token", "the token given for the account number is not valid"],
      ["1100", "Other reason", "the payee's bank rejected the payment for a reason without a code"],
      ["9909", "Network malfunction", "the network had an internal error"],
      ["9910", "Creditor bank signed off", "the payee's bank has signed off from the network"],
      ["9912", "Recipient connection unavailable", "the network has no connection to the payee's bank at the moment"],
      ["9934", "Debtor bank signed off", "the sending bank has signed off from the network"],
      ["9946", "Debtor bank suspended", "the network has suspended the sending bank"],
      ["9947", "Creditor bank suspended", "the network has suspended the payee's bank"],
      ["9948", "Network service suspended", "the network has suspended its service"],
    ],
  ),
].toSorted((left, right) => (left.code < right.code ? -1 : 1));

/** Reasons for which a bank rejects a wire, or returns it after settlement. */
export const wireReasons: readonly IsoStatusReason[] = isoStatusReasons.filter((reason) =>
  reason.rails.includes("wire"),
);

/** Reasons for which the RTP network or the payee's bank rejects a real-time payment, or returns it. */
export const rtpReasons: readonly IsoStatusReason[] = isoStatusReasons.filter((reason) => reason.rails.includes("rtp"));
