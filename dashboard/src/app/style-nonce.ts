const meta = document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]");
const nonce = meta?.content ?? "";

/** The nonce this page was sent with: the policy takes style elements that carry it, and no others. */
export const styleNonce = (): string => nonce;
