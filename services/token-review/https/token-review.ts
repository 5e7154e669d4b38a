import { tokenReviewSchema, type TokenReview } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import { parseJson, type ParsedJson } from '@pilothouse/apimachinery/json/parse.js';
import { JsonSyntaxError } from '@pilothouse/apimachinery/json/syntax-error.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder, DecodeError } from '@pilothouse/apimachinery/schema/decode.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import { userInfo } from '@pilothouse/token-authenticators/user-info.js';
import type { ReviewRequest } from '../review/review-request.js';
import type { Verdict } from '../review/review.js';

/** A decoded TokenReview with its API version. */
export interface DecodedReview {
  readonly apiVersion: string;
  readonly reviewRequest: ReviewRequest;
}

const VERSIONS = ['v1', 'v1beta1'];
const decode = compileDecoder(tokenReviewSchema);

/** Decodes a request body. `group` is the API group. Throws a StatusError (400) for anything but a TokenReview. */
export function readTokenReview(bytes: Uint8Array, group: string): DecodedReview {
  const { value, duplicates } = parse(bytes);
  if (!isObject(value)) throw badRequest('the body is not a JSON object');
  if (duplicates.length > 0) throw badRequest(`the body has duplicate fields: ${duplicates.join(', ')}`);
  const { kind, apiVersion } = value;
  if (kind !== 'TokenReview') throw badRequest('the kind of the body must be TokenReview');
  const known = VERSIONS.map((version) => `${group}/${version}`).find((version) => version === apiVersion);
  if (known === undefined) {
    throw badRequest(
      `the apiVersion of the body must be ${VERSIONS.map((version) => `${group}/${version}`).join(' or ')}`,
    );
  }
  const { token = '', audiences = [] } = decoded(value).spec;
  return { apiVersion: known, reviewRequest: { token, audiences } };
}

/** The response object. It does not repeat the token. */
export function tokenReviewAnswer(apiVersion: string, verdict: Verdict): JsonObject {
  return {
    kind: 'TokenReview',
    apiVersion,
    metadata: { creationTimestamp: null },
    spec: {},
    status: statusOf(verdict),
  };
}

function statusOf(verdict: Verdict): JsonObject {
  switch (verdict.type) {
    case 'authenticated':
      return { authenticated: true, user: userInfo(verdict.user), audiences: [...verdict.audiences] };
    case 'rejected':
      return { authenticated: false, user: {}, error: verdict.reason };
    case 'unknown':
      return { authenticated: false, user: {} };
  }
}

function parse(bytes: Uint8Array): ParsedJson {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw badRequest(`the body is not JSON: ${error.message}`);
    throw error;
  }
}

function decoded(value: JsonObject): TokenReview {
  try {
    return decode(value).value as TokenReview & JsonObject;
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(`${error.path}: ${error.message}`);
    throw error;
  }
}
