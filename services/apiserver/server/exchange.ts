import type { IncomingRequest } from '../request/context.js';

export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it is to be sent before anything follows. */
  readonly isAlone: boolean;
}

export type Refusal = (head: AnswerHead, body: Uint8Array) => Promise<void>;

/** One request and the way of its answer: all that serving needs of a transport. */
export interface Exchange {
  readonly request: Required<Omit<IncomingRequest, 'peer' | 'isInternal' | 'bodies'>>;
  /** Whether what follows the head is sent, and not dropped: not in answers to HEAD, where the transport knows that. */
  readonly hasBody: boolean;
  /** Calls back once nothing more can be sent, and tells whether all of the answer was. */
  readonly onClose: (callback: (isFinished: boolean) => void) => void;
  /**
   * How to answer a client that goes on sending its request now, and would not see an answer before it is done with that: takes
   * the time that it may need to see it. Undefined where it sees answers at once, as always over HTTP/2.
   */
  readonly refusal?: () => Refusal | undefined;
  readonly begin: (head: AnswerHead) => void;
  /** Resolves when the client has taken enough for more to be sent; at once where nothing is returned. Fails when it went away. */
  readonly write: (chunk: Uint8Array) => Promise<void> | undefined;
  /** The end of the answer, with its last bytes. */
  readonly end: (chunk?: Uint8Array) => Promise<void> | undefined;
  /** Has the client make its next requests elsewhere. To be called before the answer begins. */
  readonly leave: () => void;
  /** The connection is of no use once this answer has been sent. */
  readonly isLast: () => void;
  /** The answer cannot be finished: the client is told so by what breaks off. */
  readonly abort: () => void;
}
