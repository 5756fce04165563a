import { BusinessApplicationHeaderV02 } from "../messages/generated.ts";
import {
  findMessageOfNamespace,
  type MessageName,
  messageTables,
  NAMESPACE_START,
  type NamedMessage,
} from "../messages/message-tables.ts";
import { type SequenceType, sequence, type ValueOf } from "../schema/element-types.ts";
import { Iso20022Error, PROBLEMS_MAX } from "../schema/problems.ts";
import {
  closeElement,
  type ElementReader,
  isReading,
  newElementReader,
  objectToRead,
  openElement,
  openRoot,
  readText,
} from "../schema/read-element.ts";
import { newXmlInput, type XmlStartTag } from "../schema/xml-input.ts";
import { messageProblems } from "./message-rules.ts";

/** The business application header (head.001.001.02) by its ISO 20022 names. */
export type BusinessHeader = ValueOf<typeof BusinessApplicationHeaderV02>;

/** An element around header and document, such as SWIFT's `Envelope` or Fedwire's `FedwireFundsIncoming`. */
export interface EnvelopeElement {
  readonly name: string;
  readonly namespace: string;
}

/** What a file contained. */
export interface ReceivedMessage<M extends MessageName = MessageName> {
  readonly message: NamedMessage<M>;
  readonly header?: BusinessHeader;
  /** From the outside in; empty if `Document` was the root. */
  readonly envelope: readonly EnvelopeElement[];
}

export interface ReadOptions {
  /** Accept up to four elements around `AppHdr` and `Document`; otherwise `Document` must be the root. */
  readonly isEnvelopeAllowed?: boolean;
  /** Bytes of the whole file: 256 KiB for `readMessage` unless stated, 64 MiB for `readMessageFrom`. */
  readonly bytesMax?: number;
}

const FILE_BYTES_MAX = 64 * 1024 * 1024;
/** What is read in one turn of the event loop: some 20 ms of work. A real-time message has 10 KiB. */
const MESSAGE_BYTES_MAX = 256 * 1024;
const ENVELOPE_DEPTH_MAX = 4;
export const HEADER_NAME = "head.001.001.02";

/** A message that is being read from chunks. */
export interface MessageReading {
  readonly write: (chunk: Uint8Array | string) => void;
  readonly close: () => ReceivedMessage;
}

interface State {
  readonly accepted: readonly MessageName[];
  readonly options: ReadOptions;
  readonly elements: ElementReader;
  readonly envelope: EnvelopeElement[];
  /** Open elements of the envelope. */
  depth: number;
  header: unknown;
  name: MessageName | undefined;
  content: unknown;
  isComplete: boolean;
}

/**
 * Begins to read one of the `accepted` messages. Both functions of the reading throw Iso20022Error. `rules` are those
 * beyond the message's table; tests of the tables have none.
 */
export function beginMessage(
  accepted: readonly MessageName[],
  options: ReadOptions,
  rules: typeof messageProblems = messageProblems,
): MessageReading {
  const place = () => input.place();
  const state: State = {
    accepted,
    options,
    elements: newElementReader(place),
    envelope: [],
    depth: 0,
    header: undefined,
    name: undefined,
    content: undefined,
    isComplete: false,
  };
  const events = {
    open: (tag: XmlStartTag) =>
      isReading(state.elements) ? openElement(state.elements, tag) : openOutside(state, tag),
    close: () => close(state),
    text: (text: string) => {
      if (isReading(state.elements)) readText(state.elements, text);
      else if (/[^ \t\r\n]/.test(text)) fail(state, "the envelope must not contain text");
    },
  };
  const input = newXmlInput(events, { bytesMax: options.bytesMax ?? FILE_BYTES_MAX });
  return {
    write: (chunk) => withEarlierProblems(state, () => input.write(chunk)),
    close: () => {
      withEarlierProblems(state, input.close);
      return received(state, rules);
    },
  };
}

/** Where the XML itself ends the reading, what was found before is reported as well. */
function withEarlierProblems(state: State, read: () => void): void {
  const { problems } = state.elements;
  try {
    read();
  } catch (error) {
    if (!(error instanceof Iso20022Error) || error.problems === problems || problems.length === 0) throw error;
    throw new Iso20022Error([...problems, ...error.problems].slice(0, PROBLEMS_MAX));
  }
}

function fail(state: State, rule: string): never {
  objectToRead(state.elements, rule);
  throw new Iso20022Error(state.elements.problems);
}

const documentTables: ReadonlyMap<string, SequenceType> = new Map(
  Object.entries(messageTables).map(([name, { element, type }]) => [name, sequence("Document", { [element]: type })]),
);

/** A start tag outside header and document. */
function openOutside(state: State, tag: XmlStartTag): void {
  if (state.isComplete) fail(state, "nothing may follow Document");
  if (state.depth < state.envelope.length) fail(state, "an envelope may contain only AppHdr and Document");
  if (tag.local === "Document" && tag.uri.startsWith(NAMESPACE_START)) {
    const found = findMessageOfNamespace(tag.uri);
    const name = state.accepted.find((accepted) => accepted === found);
    const table = name === undefined ? undefined : documentTables.get(name);
    if (name === undefined || table === undefined) {
      const shown = tag.uri.slice(NAMESPACE_START.length, NAMESPACE_START.length + 40);
      fail(state, `must be ${state.accepted.join(" or ")}, not ${shown}`);
    }
    state.name = name;
    openRoot(state.elements, tag, table);
  } else if (tag.local === "AppHdr" && tag.uri === NAMESPACE_START + HEADER_NAME && state.header === undefined) {
    openRoot(state.elements, tag, BusinessApplicationHeaderV02);
  } else {
    openEnvelope(state, tag);
  }
}

function openEnvelope(state: State, tag: XmlStartTag): void {
  const isAllowed = state.options.isEnvelopeAllowed === true && !tag.uri.startsWith(NAMESPACE_START);
  if (!isAllowed) fail(state, `the root must be Document in a namespace that starts with ${NAMESPACE_START}`);
  if (state.header !== undefined || state.depth >= ENVELOPE_DEPTH_MAX)
    fail(state, "an envelope may contain only AppHdr and Document");
  state.depth += 1;
  state.envelope.push({ name: tag.local, namespace: tag.uri });
}

function close(state: State): void {
  if (!isReading(state.elements)) {
    state.depth -= 1;
    return;
  }
  const closed = closeElement(state.elements);
  if (closed === undefined) return;
  if (state.name === undefined) state.header = closed.root;
  else {
    state.content = closed.root;
    state.isComplete = true;
  }
}

function received(state: State, rules: typeof messageProblems): ReceivedMessage {
  const { name, content, elements, header, envelope } = state;
  if (name === undefined || !isDocument(content)) return fail(state, "has no Document");
  if (elements.problems.length > 0) throw new Iso20022Error(elements.problems);
  // The reader has just built these values by the tables from which the types derive.
  const message = { name, content: content[messageTables[name].element] } as NamedMessage;
  if (header === undefined) return checked({ message, envelope }, rules);
  return checked({ message, header: header as BusinessHeader, envelope }, rules);
}

const isDocument = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function checked(found: ReceivedMessage, rules: typeof messageProblems): ReceivedMessage {
  const problems = [...headerProblems(found), ...rules(found.message)];
  if (problems.length > 0) throw new Iso20022Error(problems);
  return found;
}

function headerProblems({ header, message }: ReceivedMessage) {
  if (header === undefined || header.MsgDefIdr === message.name) return [];
  return [{ path: "AppHdr/MsgDefIdr", rule: `must be ${message.name}, like the document`, value: header.MsgDefIdr }];
}

/**
 * Reads a whole message that is in memory: one of `accepted`, complete, in the order and with the limits of its table,
 * with totals that are right. Throws Iso20022Error with the first problems. For large files, use `readMessageFrom`.
 */
export function readMessage<M extends MessageName>(
  input: Uint8Array | string,
  accepted: readonly M[],
  options: ReadOptions = {},
): ReceivedMessage<M> {
  const reading = beginMessage(accepted, { bytesMax: MESSAGE_BYTES_MAX, ...options });
  reading.write(input);
  // The reader accepts no other message than those of M.
  return reading.close() as ReceivedMessage<M>;
}
