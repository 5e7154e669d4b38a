import type { status } from '@grpc/grpc-js';

/** The names of gRPC's status codes that are errors. */
export type GrpcCode = Exclude<keyof typeof status, 'OK'>;

/** A call that failed, or is to fail, with a status. A handler's message is told to the client. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError';
  readonly code: GrpcCode;

  constructor(code: GrpcCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
