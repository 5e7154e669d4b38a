/** `code` is the gRPC status. `sent` is false if the server certainly did not start the call. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  constructor(
    readonly code: number,
    readonly details: string,
    readonly sent: boolean,
  ) {
    super(details);
  }
}

export const UNKNOWN = 2;
export const DEADLINE_EXCEEDED = 4;
export const UNAVAILABLE = 14;
