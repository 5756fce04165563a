/**
 * The delivery contract for receivers, as the `webhooks` of the OpenAPI document. Implementation: delivery-signatures.ts,
 * back-off.ts, guarded-sender.ts (decision R9, ADR 0014).
 */
const header = (name: string, description: string, example: string) => ({
  name,
  in: "header" as const,
  required: true,
  description,
  schema: { type: "string" as const },
  example,
});

const DESCRIPTION = `Sent to the \`url\` of every active endpoint whose filters want the event, signed in two ways: verify either one.

**Delivered at least once.** Drop repeats by the event's \`id\`; every attempt carries the same id and the same bytes. The events of one transaction or account come in the order of \`resourceVersion\`; there is no order between them.

**Acknowledge** with any 2xx within 5 seconds; what the answer holds does not matter. Everything else is a failure, 4xx and redirects too (none is followed).

**Retries**: about 5 seconds after the first attempt, then twice as long each time with jitter, at most 6 hours apart, until three days after the first attempt. \`Retry-After\` on 429 and 503 is kept to within those bounds. An endpoint that took nothing for three days becomes \`disabled\`; set it \`active\` to take up what waits, or resend a range of time.

**Verify** over the body as it arrived, byte for byte, before it is parsed. Compare in constant time, and refuse a timestamp more than five minutes from your clock: each attempt has a new signature. With the endpoint's \`secret\`, \`whsec_…\`:

- *Mercury*: split \`Mercury-Signature\` into \`t\` and each \`v1\`. HMAC-SHA256 over \`{t}.{body}\`, keyed with the whole text of the secret, \`whsec_\` included; one \`v1\` must be its hex form.
- *Standard Webhooks*: HMAC-SHA256 over \`{webhook-id}.{webhook-timestamp}.{body}\`, keyed with the bytes that the part behind \`whsec_\` is the base64 of; one of the \`v1,…\` in \`webhook-signature\`, separated by spaces, must be its base64 form. The libraries of that family do all of this.

For 24 hours after a secret was rotated there are two signatures of each kind, the new secret's first.`;

export const deliveryContract = {
  event: {
    post: {
      operationId: "receiveEvent",
      summary: "An event happened",
      description: DESCRIPTION,
      tags: ["Webhooks"],
      // Signed with the secret; there is no token.
      security: [],
      parameters: [
        header(
          "Mercury-Signature",
          "When it was signed, in seconds since 1970, and the signatures in hex: one, or two for 24 hours after a rotation.",
          "t=1763650800,v1=5f8c1d0c6c8f6a0e9d0c2b7f4f3b1a7d1c9e6a2b8d4f0e3c5a7b9d1f2e4c6a80",
        ),
        header("webhook-id", "The event's `id`, the same on every attempt.", "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10"),
        header("webhook-timestamp", "When it was signed, in seconds since 1970.", "1763650800"),
        header(
          "webhook-signature",
          "The signatures in base64, separated by a space: one, or two for 24 hours after a rotation.",
          "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
        ),
        {
          ...header(
            "traceparent",
            "W3C Trace Context, if the service traces: its trace ID is the transaction's ID without hyphens.",
            "00-01975c2e8f7a7c60b1f23c1d5a7e9b10-b1f23c1d5a7e9b10-01",
          ),
          required: false,
        },
      ],
      requestBody: {
        required: true,
        content: { "application/json": { schema: { $ref: "#/components/schemas/Event" } } },
      },
      responses: {
        "2XX": { description: "Acknowledged: it is not sent again." },
        default: { description: "Not acknowledged: it is sent again later." },
      },
    },
  },
};
