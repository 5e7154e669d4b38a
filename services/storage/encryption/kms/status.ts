import { GrpcError } from '@pilothouse/runtime/grpc/errors.js';

/** Go's name of a gRPC status code: `DEADLINE_EXCEEDED` is `DeadlineExceeded`. */
function goName(code: string): string {
  return code === 'CANCELLED'
    ? 'Canceled'
    : code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The status of an operation as Kubernetes' metrics name it: `OK`, the code of the failed call, or that there was none. */
export function statusOf(error: unknown): string {
  if (error === undefined) return 'OK';
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof GrpcError) return goName(cause.code);
  }
  return 'unknown-non-grpc';
}
