import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Architecture } from "./debian-packages.ts";
import { digestOf, type Layer } from "./file-tree.ts";

/**
 * An image as a folder of the Open Container Initiative's image layout: an index of one manifest for each architecture.
 * Everything is named by its digest, so the same contents make the same image.
 */
export interface ImageForArchitecture {
  readonly architecture: Architecture;
  readonly layers: readonly { readonly layer: Layer; readonly comment: string }[];
}

/** What is the same for all architectures. */
export interface ImageDescription {
  /** How the process is started (`Env`, `Entrypoint`, …), in the words of the specification. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly created: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const OCI = "application/vnd.oci.image";

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/** Writes the layout. Returns the digest of the index, which names the whole image. */
export function writeLayout(
  path: string,
  images: readonly ImageForArchitecture[],
  { config, created, annotations }: ImageDescription,
): string {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(join(path, "blobs/sha256"), { recursive: true });
  const put = (mediaType: string, content: Buffer | string): Descriptor => {
    const digest = digestOf(content);
    writeFileSync(join(path, "blobs", digest.replace(":", "/")), content);
    return { mediaType, digest, size: Buffer.byteLength(content) };
  };
  const manifests = images.map(({ architecture, layers }) => {
    const manifest = {
      schemaVersion: 2,
      mediaType: `${OCI}.manifest.v1+json`,
      config: put(
        `${OCI}.config.v1+json`,
        JSON.stringify({
          created,
          architecture,
          os: "linux",
          config,
          rootfs: { type: "layers", diff_ids: layers.map(({ layer }) => layer.diffId) },
          history: layers.map(({ comment }) => ({ created, created_by: comment })),
        }),
      ),
      layers: layers.map(({ layer }) => put(`${OCI}.layer.v1.tar+gzip`, layer.blob)),
      annotations,
    };
    return { ...put(manifest.mediaType, JSON.stringify(manifest)), platform: { architecture, os: "linux" } };
  });
  const index = { schemaVersion: 2, mediaType: `${OCI}.index.v1+json`, manifests, annotations };
  const image = put(index.mediaType, JSON.stringify(index));
  const named = { ...image, annotations: { "org.opencontainers.image.ref.name": annotations[VERSION] } };
  writeFileSync(join(path, "index.json"), JSON.stringify({ schemaVersion: 2, manifests: [named] }));
  writeFileSync(join(path, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  return image.digest;
}

export const VERSION = "org.opencontainers.image.version";
