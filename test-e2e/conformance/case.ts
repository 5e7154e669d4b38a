import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';

/**
 * Who sends a request: somebody who may do everything, the user `nobody`, who may do what every known user may, or
 * somebody without credentials.
 */
export type Sender = 'admin' | 'nobody' | 'anonymous';

/** What is asked. In all texts `<ns>` stands for the namespace of the case, and `<word>` for what an earlier step kept under that word. */
export interface Step {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  /** Path and, where `query` does not say it, query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Names in lower case. `content-type` is application/json where there is a body and nothing else is said. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, everything else as JSON. */
  readonly body?: JsonValue;
  /** `admin` when absent. */
  readonly as?: Sender;
  /** Values of the answer that later steps speak of: the word, and the path to the value, as in `items.0.metadata.uid`. */
  readonly keep?: Readonly<Record<string, string>>;
  /** The answer is a watch, of which this many events are read. */
  readonly events?: number;
  /** JSON is compared as the text that it came as, such as for its layout. */
  readonly asText?: boolean;
  /** The question is asked again until the answer is so: what the server does in its own time is waited for. Only the last answer counts. */
  readonly until?: Settled;
  /** The parts of a JSON answer that matter, where it is much longer than what is asked about: paths as in `keep`; a step `name=x` finds the item that has it. */
  readonly only?: readonly string[];
}

/** What an answer is like that is waited for. */
export interface Settled {
  readonly status: number;
  /** Texts at paths as in `keep`. */
  readonly is?: Readonly<Record<string, string>>;
  /** Paths at which there is something. */
  readonly has?: readonly string[];
}

/** Requests, one after the other, in a namespace of their own. Further things they make have names that begin with `<ns>`, or are deleted; definitions of groups that begin with it are deleted for them. */
export interface Case {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** An answer in a form that is the same whenever and wherever the question is asked. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, a text, or the list of the events of a watch; absent where it is empty. */
  readonly body?: JsonValue;
}

/** What a server answered to the cases of one file, by the names of the cases: one answer for each step. */
export type Recording = Readonly<Record<string, readonly Answer[]>>;
