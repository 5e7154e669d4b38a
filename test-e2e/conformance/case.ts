import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';

/**
 * The sender of a request: an administrator, a user with only the permissions of every authenticated user, or a client without
 * credentials.
 */
export type Sender = 'admin' | 'unprivileged' | 'anonymous';

/** A request. In all texts `<ns>` stands for the namespace of the case, and `<word>` for the value that an earlier step kept under that word. */
export interface Step {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  /** The path, with the query unless `query` has it. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Names in lower case. `content-type` defaults to application/json if there is a body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, everything else as JSON. */
  readonly body?: JsonValue;
  /** `admin` by default. */
  readonly as?: Sender;
  /** Values of the answer for later steps: the word, and the path to the value, such as `items.0.metadata.uid`. */
  readonly keep?: Readonly<Record<string, string>>;
  /** The answer is a watch. This many events are read. */
  readonly events?: number;
  /** JSON is compared as text, for example for its layout. */
  readonly asText?: boolean;
  /** The request is repeated until the answer matches, for asynchronous work of the server. Only the last answer counts. */
  readonly until?: Settled;
  /** The relevant parts of a long JSON answer: paths as in `keep`; a step `name=x` finds the item with this name. */
  readonly only?: readonly string[];
}

/** The condition on an answer that a step waits for. */
export interface Settled {
  readonly status: number;
  /** Expected strings, by paths as in `keep`. */
  readonly is?: Readonly<Record<string, string>>;
  /** Paths that must exist. */
  readonly has?: readonly string[];
}

/** Requests in order, in a new namespace. Other objects that they create have names that begin with `<ns>`, or are deleted by the case. Definitions of groups that begin with it are deleted after the case. */
export interface Case {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** An answer, normalised so that it is equal in every run. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, a text, or the list of the events of a watch; absent for an empty body. */
  readonly body?: JsonValue;
}

/** The answers of a server to the cases of one file, by case name: one answer for each step. */
export type Recording = Readonly<Record<string, readonly Answer[]>>;
