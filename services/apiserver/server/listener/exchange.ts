import type { IncomingRequest } from '../../request/context.js';
import type { ResponseHeaders } from '../../request/response.js';

export interface AnswerHead {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Whether the head is flushed before the body. */
  readonly isAlone: boolean;
}

export type Refusal = (head: AnswerHead, body: Uint8Array) => Promise<void>;

/** A request and its response on a transport, HTTP/1.1 or HTTP/2. */
export interface Exchange {
  readonly request: Required<Omit<IncomingRequest, 'peer' | 'isInternal' | 'bodies'>>;
  /** False if the transport omits the body, as for HEAD. */
  readonly hasBody: boolean;
  /** Calls back when the response is closed. `isFinished` tells whether it was complete. */
  readonly onClose: (callback: (isFinished: boolean) => void) => void;
  /**
   * How to reject a request whose body the client is still sending. The client may read the response only afterwards, so the
   * refusal waits for that. Undefined if the client reads the response immediately, as over HTTP/2.
   */
  readonly refusal?: () => Refusal | undefined;
  readonly begin: (head: AnswerHead) => void;
  /** Backpressure: resolves when more can be written; undefined if immediately. Rejects when the client disconnects. */
  readonly write: (chunk: Uint8Array) => Promise<void> | undefined;
  /** Ends the response, with its last bytes. */
  readonly end: (chunk?: Uint8Array) => Promise<void> | undefined;
  /** Tells the client to use another connection: `Connection: close` or GOAWAY. Must be called before the head is sent. */
  readonly leave: () => void;
  /** Disables the timeout of the client for reading this response. */
  readonly waitForClient: () => void;
  /** Closes the connection after this response. */
  readonly isLast: () => void;
  /** Breaks off the response, so that the client sees that it is incomplete. */
  readonly abort: () => void;
}
