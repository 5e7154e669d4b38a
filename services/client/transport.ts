/** A request to the API server. Header names are in lower case; a list is one header line for each value. */
export interface TransportRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: Uint8Array;
  /** Aborting it also ends the response's body, with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Sending it twice does no harm. Like a GET, it is sent again where the server closes a kept connection just as it is used. */
  readonly repeatable?: true;
  /** Called at the moment when it is sent, which may be long after it was made: throws what it is then rejected with, unsent. */
  readonly beforeSending?: () => void;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** To be iterated once, to its end or left early: only then is the connection free for others. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** What carries requests to a server and proves who sends them. */
export interface Transport {
  /** Resolves when the head of the response is there, whatever its status. Rejects where there is no response. */
  readonly request: (request: TransportRequest) => Promise<TransportResponse>;
  /** Closes every connection; requests under way fail. */
  readonly close: () => Promise<void>;
}
