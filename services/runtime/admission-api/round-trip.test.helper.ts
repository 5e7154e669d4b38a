import type { Sent } from '../grpc/contract.js';
import {
  admissionService,
  type AdmissionRequest,
  type AdmissionResponse,
  type DescribeResponse,
} from '../grpc/generated/admission.js';
import { definitionOf } from '../grpc/load.js';

/** A message as the receiver decodes it. */
type RoundTripped<Message> = (message: Sent<Message>) => Message;

export interface RoundTrip {
  readonly request: RoundTripped<AdmissionRequest>;
  readonly response: RoundTripped<AdmissionResponse>;
  readonly describeResponse: RoundTripped<DescribeResponse>;
}

/** Encodes and decodes messages as gRPC does. */
export function grpcRoundTrip(): RoundTrip {
  const { Review: review, Describe: describe } = definitionOf(admissionService);
  if (review === undefined || describe === undefined) throw new Error('the contract has other methods');
  return {
    request: (message) => review.requestDeserialize(review.requestSerialize(message)) as AdmissionRequest,
    response: (message) => review.responseDeserialize(review.responseSerialize(message)) as AdmissionResponse,
    describeResponse: (message) =>
      describe.responseDeserialize(describe.responseSerialize(message)) as DescribeResponse,
  };
}
