import { GrpcError } from '../grpc/errors.js';
import type { NoVerdictError } from './service.js';

/** A missing verdict as a gRPC status. */
export function grpcErrorOf(error: NoVerdictError): GrpcError {
  const code = error.reason === 'unavailable' ? 'UNAVAILABLE' : 'INVALID_ARGUMENT';
  return new GrpcError(code, error.message, { cause: error });
}
