/** A phrase that makes a native reader stop, and what to write instead. */
export interface Phrase {
  /** A regular expression between word boundaries; a space also matches a line break. */
  readonly pattern: string;
  readonly advice: string;
  /** Paths in which it remains. */
  readonly remainsIn?: RegExp;
  /** Only texts that users read are checked: comments and documents may use the word. */
  readonly onlyInTexts?: true;
}

/** Migrations that have run cannot change. */
const RELEASED = /^server\/(migrations\/|schema\.sql)/;

const spelling = (pattern: string): Phrase => ({ pattern, advice: "use the American spelling" });

/** Spelling in API values and identifiers is not checked: `cancelled` stays. */
const spellings: readonly Phrase[] = [
  spelling("(dis|re)?organis(e|ed|es|ing|ation|ations)"),
  spelling("(mis)?behaviours?"),
  spelling("catalogues?"),
  spelling(
    "(un)?(author|recogn|serial|normal|initial|summar|real|minim|maxim|optim|capital|final|synchron)is(e|ed|es|er|ers|ing|ation)",
  ),
  spelling("(colou|favou|honou|neighbou|labou|humou|endeavou)r(s|ed|ing|able|ite)?"),
  spelling("(centre|licence|defence|offence|artefact|programme|cheque|grey|judgement|ageing)s?"),
  spelling("(label|model|travel|signal|cancel)l(er|ers)"),
  spelling("(towards|whilst|amongst|learnt|spelt|analys(e|ed|ing))"),
];

/** A word that is ordinary in a sentence, and unclear as the whole text of a label, a header, or a button. */
const label = (text: string, advice: string): Phrase => ({ pattern: `^\\W*${text}\\W*$`, advice, onlyInTexts: true });
const inTexts = (pattern: string, advice: string): Phrase => ({ pattern, advice, onlyInTexts: true });

/** What users stumbled over. */
const texts: readonly Phrase[] = [
  // The columns of the API's exports keep their names, which programs read.
  { ...label("Kind", "Type"), remainsIn: /^server\/src\/modules\/.*\/(statement-csv|export-transactions)\.ts$/ },
  label("Book", "Record"),
  label("Decided", "name the decision: Approved, Rejected, Completed"),
  label("Did not move", "Failed or canceled"),
  { ...label("Given up", "Failed"), remainsIn: /^server\/src\/kernel\// },
  inTexts("decided: \\w+", "name what follows: to be paid, to be returned"),
  inTexts("(payments?|questions?|requests?) to handle", "needs attention, need attention"),
  inTexts("nothing needs you", "You’re all caught up"),
  inTexts("waits? for other approvers", "pending approval from others"),
  inTexts("(payments|requests|items|files) more", "… more payments"),
  inTexts("leaves? (a|the) \\w+ alone", "does not change"),
  inTexts("are those of this", "this month’s …"),
  inTexts("protected by a second person", "confirmed by a second administrator"),
  inTexts("loosen(s|ed|ing)?", "relax"),
  inTexts("books? (it|the money|the debit|a movement|\\$)", "record"),
  inTexts("on their way", "in transit, being sent"),
  inTexts("contents were applied", "processed"),
  inTexts("concerns? you", "your …"),
  inTexts("who last saved", "last edited by"),
  inTexts("fill in this field", "This field is required."),
  inTexts("limits? per recipient and day", "daily limit per recipient"),
  inTexts("(money in|money out|in) in", "for"),
  inTexts("any more", "anymore, no longer"),
  inTexts("(service's operator|operator of (this|the) service)", "server administrator"),
];

/** Names of the API and of settings, which users know in words. Workbooks are XML. */
const machineWords: Phrase = {
  pattern: "(?<!\\\\)(?-i:[a-z]{2,}[A-Z][\\w.]*)",
  advice: "write what it means in words",
  onlyInTexts: true,
  remainsIn: /^(?!dashboard\/src\/)|\/workbook-file\.ts$|\/money\/money\.tsx$/,
};

const phrases: readonly Phrase[] = [
  { pattern: "whoever", advice: "name the role: the caller, the user, the requester, the recipient" },
  {
    pattern: "(is|are|was|were|be|been|being|gets?) (not |never |only |then |also )?told",
    advice: "receives, is notified",
  },
  { pattern: "tells (it|them|nobody|people|of)", advice: "notifies, reports" },
  { pattern: "what stands|stands (in|on|beside|for ever|there|here|at|under)", advice: "is, appears, remains" },
  { pattern: "by itself", advice: "automatically, alone" },
  { pattern: "asked-for|asked (for|by)|ask for (it with|row)|tokens? asks?", advice: "requested, requests, submit" },
  { pattern: "lets", advice: "allows, can" },
  {
    pattern:
      "(?<!(instead|because|front|middle|rest|much|most|more|less|all|none|part|any|some|hold|copy|end|top|out|inside|outside|ahead|half|think|care|track|sum|bytes|characters|two|one) )of it",
    advice: "name the thing, or use its",
  },
  { pattern: "all the same", advice: "anyway" },
  { pattern: "beside", advice: "next to, in addition to" },
  { pattern: "for ever", advice: "forever, permanently" },
  { pattern: "(?<!(instead|like) )the ones|such a one|one's own", advice: "name the thing" },
  { pattern: "meets (it|them|one|this|that|no|a|an)", advice: "finds, encounters, receives" },
  { pattern: "hears? of|heard of", advice: "is notified of, receives" },
  { pattern: "goes by", advice: "uses, depends on" },
  { pattern: "is no (day|date|amount|banking day|time)", advice: "is not a valid …" },
  { pattern: "mend(s|ed|ing)?", advice: "fix, correct" },
  { pattern: "in force", advice: "active, effective" },
  { pattern: "look(s|ed)? twice|look at this first", advice: "review; possible duplicate" },
  { pattern: "recipient is called", advice: "no recipient named …" },
  { pattern: "people decide about|mine to decide", advice: "waiting for approval, needs my approval" },
  { pattern: "who asked may|may approve, too", advice: "the requester may approve" },
  { pattern: "(rules|lower) (are|is) asked", advice: "rules are checked in order; the first match applies" },
  { pattern: "get in with", advice: "credentials for" },
  { pattern: "present password", advice: "current password" },
  { pattern: "(too|wrong) lately|lately", advice: "recently" },
  { pattern: "limits of approvers|approves at most", advice: "approval limits, approval limit" },
  { pattern: "may approve any amount", advice: "any approver can approve any amount" },
  { pattern: "account without its own", advice: "all other …" },
  { pattern: "from this amount on", advice: "amount at or above" },
  { pattern: "who signs in, and what", advice: "users and roles" },
  { pattern: "other side", advice: "counterparty, counterpart, receiver" },
  { pattern: "available after it", advice: "balance after payment" },
  { pattern: "kinds? of thing|id of the thing", advice: "resource type, resource ID" },
  { pattern: "keep them now", advice: "save these codes" },
  { pattern: "as the api gives", advice: "as returned by the API" },
  { pattern: "must be [<>]= [0-9.]+", advice: "must be at least, must be at most" },
  { pattern: "invite somebody", advice: "invite a user" },
  { pattern: "not whole", advice: "incomplete" },
  { pattern: "re-send", advice: "resend" },
  {
    pattern: "what (became|becomes|has become) of",
    advice: "what happened to, what happens to",
    remainsIn: RELEASED,
  },
  {
    pattern: "e-mail(s|ed|ing)?",
    advice: "email",
    remainsIn: new RegExp(`${RELEASED.source}|^docs/spec/|^docs/adr/README|guess-columns\\.test`),
  },
  { pattern: "problem\\(s\\)", advice: "one problem, several problems: write the number's own form" },
  { pattern: "person behind (a|the) request", advice: "the requester" },
  { pattern: "(tokens?|callers?|people|person) (is|are) (asked|told)", advice: "requests, receives" },
  { pattern: "nothing was done", advice: "state what is wrong, then what to do" },
  { pattern: "somebody|everybody", advice: "someone, everyone, or name the role" },
  { pattern: "anew", advice: "again" },
  { pattern: "nobody's|of theirs", advice: "name the owner, or say that there is none" },
  { pattern: "that is none|who is none", advice: "not a …" },
  { pattern: "answers? to nobody|a bite of", advice: "use the field's term" },
  { pattern: "nobody whose|of (one|that) moment|the same moment's", advice: "name the role; concurrent, consistent" },
  { pattern: "at the same moment", advice: "concurrently, at the same time" },
  { pattern: "comes? to nothing|comes? back to nothing", advice: "fails, has no effect" },
  { pattern: "looks? after|put in order", advice: "manages, cleans up, sorts" },
  { pattern: "(dealt|deals?) with", advice: "processed, handled" },
  { pattern: "leaves? (nothing|something) behind|(is|was) left behind", advice: "leaves no …, creates nothing" },
  { pattern: "(goes|went|gone) on", advice: "continues" },
  { pattern: "for good|once more|in clear", advice: "permanently, again, in plain text" },
  { pattern: "stands? (twice|where|behind|still)", advice: "appears, is, stops" },
  { pattern: "is there (once|twice)", advice: "exists once" },
  { pattern: "half-happens|the other way round", advice: "is half done; the reverse" },
  { pattern: "asks? for (a payment|payments)", advice: "requests" },
  { pattern: "gives? (it|them) back|takes? (it|them) back", advice: "returns, refunds, cancels" },
  {
    pattern: "to be had|never was|opens nothing|keeps? (nobody|no one) out",
    advice: "state the fact with a plain verb",
  },
  { pattern: "puts? off", advice: "defers, delays" },
  {
    pattern: "these days|meanwhile it|in its stead|thereof|thereby|hitherto|ere|nought|aught|lest|twofold",
    advice: "use a plain word",
  },
];

export const PHRASES: readonly Phrase[] = [...spellings, ...phrases, ...texts, machineWords];
