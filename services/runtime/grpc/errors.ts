import type { status } from '@grpc/grpc-js';

/** The names of gRPC's error status codes. */
export type GrpcCode = Exclude<keyof typeof status, 'OK'>;

/** A call that fails with a status. The message of a handler's error is sent to the client. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError';
  readonly code: GrpcCode;

  constructor(code: GrpcCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
