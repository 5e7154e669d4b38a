import type { Span } from '@pilothouse/runtime/tracing/span.js';

/** A stored value in the clear. */
export interface Clear {
  readonly value: Uint8Array;
  /** The value is not stored as a write would store it now: by another provider, or under another key. */
  readonly isStale: boolean;
}

/**
 * Encrypts and decrypts stored values. `key` is the full key of the entry in etcd, which providers authenticate, so that
 * a value cannot be copied to another key. Only providers with a key service show themselves in a trace. Errors have the texts of Kubernetes and contain no secret.
 */
export interface Transformer {
  /** Throws or rejects if the value cannot be read. Only providers that call a service return a promise. */
  readonly read: (data: Uint8Array, key: Uint8Array, trace?: Span) => Clear | Promise<Clear>;
  /** Throws if there is no key at present. */
  readonly write: (value: Uint8Array, key: Uint8Array, trace?: Span) => Uint8Array;
  /** Whether data are as a write would store them now, from their head alone. Undefined if only a read can tell. */
  readonly isCurrent: (data: Uint8Array) => boolean | undefined;
}

/** One encryption provider, which recognizes its values by their prefix. */
export interface Provider {
  /** Such as `k8s:enc:aesgcm:v1:`; empty for identity. */
  readonly prefix: Uint8Array;
  /** Reads what follows the prefix. */
  readonly read: Transformer['read'];
  /** The whole value, with the prefix. */
  readonly write: Transformer['write'];
  /** As for a transformer, for what follows the prefix. */
  readonly isCurrent: Transformer['isCurrent'];
}

/** The prefix of all encrypted values. No other stored value begins like this. */
export const ENCRYPTED = Buffer.from('k8s:enc:');

export function startsWith(data: Uint8Array, prefix: Uint8Array): boolean {
  const { length } = prefix;
  if (data.length < length) return false;
  for (let index = 0; index < length; index++) if (data[index] !== prefix[index]) return false;
  return true;
}

/** Whether a stored value is in the clear although a write would encrypt it now. */
export function isExposed(data: Uint8Array, transformerOf: () => Transformer | undefined): boolean {
  return !startsWith(data, ENCRYPTED) && transformerOf()?.isCurrent(data) === false;
}

/** Errors as one, with the text of Kubernetes' aggregates: different texts in brackets. */
export function aggregate(errors: readonly unknown[]): Error {
  const [first, ...others] = errors;
  if (others.length === 0) return asError(first);
  const texts = [...new Set(errors.map((error) => asError(error).message))];
  return new Error(texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`, { cause: first });
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
