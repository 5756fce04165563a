import assert from "node:assert/strict";
import { createApi } from "../../../../server/src/kernel/http/api.ts";
import { readConfig } from "../../../../server/src/kernel/process/config.ts";
import { dashboardFileRoutes } from "../../../../server/src/operations/dashboard-files.ts";
import {
  answerChecker,
  type Contract,
  type ContractOperation,
  operationsOf,
  readContract,
  responseAt,
} from "../../../../server/test/kit/operations/contract-operations.ts";
import { readWholeApi } from "../../../../tools/kit/whole-api.ts";
import { lendPort, returnPort } from "../ports.ts";
import { type AnswerSchema, type SampleOptions, sampleOf } from "./sample.ts";

/** What a page sent. */
export interface MockCall {
  readonly operationId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The dashboard's files, and every operation of the contract, without a service and a database behind it. */
export interface MockService {
  /** http://127.0.0.1:port, without a trailing slash. */
  readonly url: string;
  /** Answers an operation from now on. */
  answer(operationId: string, answer: (call: MockCall) => unknown): void;
  /** The calls of an operation, in order. */
  callsOf(operationId: string): readonly MockCall[];
  /** @throws if an answer was not what the contract promises */
  close(): Promise<void>;
}

/**
 * A service made from the contract: each operation answers with a sample of its schema, or with what a test says, and each
 * answer is checked against the contract, so that the pages meet nothing that the service would not send.
 */
export async function startMock(options: SampleOptions): Promise<MockService> {
  const contract = readContract(readWholeApi());
  const check = answerChecker(contract);
  const answers = new Map<string, (call: MockCall) => unknown>();
  const calls: MockCall[] = [];
  const complaints: string[] = [];
  const api = createApi(readConfig({}), false);
  await dashboardFileRoutes(api);
  for (const operation of operationsOf(contract)) {
    const { method, operationId } = operation;
    const { status, type, schema } = successOf(contract, operation);
    // What a page has seen once, it sees again.
    const samples = new Map<string, unknown>();
    const sample = (url: string) => samples.get(url) ?? samples.set(url, sampleOf(schema, options)).get(url);
    api.route({
      method,
      url: operation.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      schema: { hide: true },
      handler: (request, reply) => {
        // As Fastify parses them.
        const params = request.params as Readonly<Record<string, string>>;
        const call = { operationId, params, query: Object(request.query), body: request.body };
        calls.push(call);
        const isSignedIn = request.headers.cookie?.includes(SIGNED_IN) ?? false;
        const given = answers.get(operationId);
        const answer: MockAnswer =
          operationId === "getSession" && !isSignedIn
            ? NO_SESSION
            : { status, type, body: given === undefined ? sample(request.url) : given(call) };
        const text = textOf(answer);
        try {
          check(operation, { ...answer, text, headers: { "content-type": answer.type } });
        } catch (error) {
          complaints.push(error instanceof Error ? error.message : String(error));
        }
        if (operationId === "signIn") reply.header("set-cookie", `${SIGNED_IN}; Path=/`);
        if (answer.type !== undefined) reply.type(answer.type);
        return reply.code(answer.status).serializer(String).send(text);
      },
    });
  }
  const port = await lendPort();
  await api.listen({ host: "127.0.0.1", port });
  return {
    url: `http://127.0.0.1:${port}`,
    answer: (operationId, answer) => void answers.set(operationId, answer),
    callsOf: (operationId) => calls.filter((call) => call.operationId === operationId),
    close: async () => {
      await api.close();
      returnPort(port);
      assert.deepEqual(complaints, [], "answers that the contract does not promise");
    },
  };
}

interface MockAnswer {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: unknown;
}

const SIGNED_IN = "mock=signed-in";
const NO_SESSION: MockAnswer = {
  status: 401,
  type: "application/json",
  body: {
    message: "Sign in.",
    errors: { errorCode: "authenticationRequired", message: "Sign in.", requestId: "mock" },
  },
};

/** Files have some content; what a page shows of them is not the mock's. */
function textOf({ type, body }: MockAnswer): string {
  if (type === undefined) return "";
  return type === "application/json" ? JSON.stringify(body) : "text";
}

/** The documented answer to a call that succeeds. */
function successOf(contract: Contract, { operationId, responses }: ContractOperation) {
  const [status, response] =
    Object.entries(responses).find(([code]) => code.startsWith("2")) ?? assert.fail(`${operationId} never succeeds`);
  const { content = {} } = responseAt(contract, response);
  const [type] = Object.keys(content);
  // The documents have no other schemas.
  const schema = (content[type ?? ""]?.schema ?? {}) as AnswerSchema;
  return { status: Number(status), type, schema };
}
