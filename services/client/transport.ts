/** A request to the API server. Header names are in lower case; a list is one header line for each value. */
export interface TransportRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: Uint8Array;
  /** Aborts the request, or the response body, with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The request is idempotent. Like a GET, it is resent when the server closes a reused connection. */
  readonly repeatable?: true;
  /** Called immediately before the request is sent. An error rejects the request unsent. */
  readonly beforeSending?: () => void;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Must be iterated once, to its end or with an early return. Only then is the connection free. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends authenticated requests to a server. */
export interface Transport {
  /** Resolves to the head of the response, whatever its status. Rejects without a response. */
  readonly request: (request: TransportRequest) => Promise<TransportResponse>;
  /** Closes every connection. Requests in flight fail. */
  readonly close: () => Promise<void>;
}
