import { isObject, ownValue, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { kindText } from './conversion-error.js';

/** The versions of ConversionReview. */
export type ReviewVersion = 'v1' | 'v1beta1';

/** The first supported version; undefined if there is none. */
export function reviewVersionOf(versions: readonly string[]): ReviewVersion | undefined {
  return versions.find((version) => version === 'v1' || version === 'v1beta1');
}

export interface ReviewType {
  /** `apiextensions.k8s.io`, in the API domain. */
  readonly group: string;
  readonly version: ReviewVersion;
}

export interface ReviewRequest {
  readonly uid: string;
  readonly desiredApiVersion: string;
  /** Each object as JSON. */
  readonly objects: readonly string[];
}

/** The request body. Like Kubernetes', it includes an empty response, which some webhooks fill in and return. */
export function reviewText({ group, version }: ReviewType, { uid, desiredApiVersion, objects }: ReviewRequest): string {
  const text = (value: string): string => writeJson(value);
  const head = `{"kind":"ConversionReview","apiVersion":${text(`${group}/${version}`)}`;
  const request = `"request":{"uid":${text(uid)},"desiredAPIVersion":${text(desiredApiVersion)},"objects":[`;
  const response = '"response":{"uid":"","convertedObjects":null,"result":{"metadata":{}}}';
  return `${head},${request}${objects.join(',')}]},${response}}\n`;
}

export type ReviewResult =
  { readonly ok: true; readonly objects: readonly JsonValue[] } | { readonly ok: false; readonly message: string };

/** The objects of a response, or its error with Kubernetes' text. v1beta1 requires neither type nor uid. */
export function readReview(review: JsonObject, { group, version }: ReviewType, uid: string): ReviewResult {
  const expected = `${group}/${version}, Kind=ConversionReview`;
  const got = kindText(review);
  if (version === 'v1' && got !== expected) return wrong(`expected webhook response of ${expected}, got ${got}`);
  const response = ownValue(review, 'response') ?? null;
  if (response === null) return wrong('no response provided');
  if (!isObject(response)) return wrong('response is not an object');
  const answered = textIn(response, 'uid');
  if (version === 'v1' && answered !== uid) {
    return wrong(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(answered)}`);
  }
  const result = ownValue(response, 'result');
  const status = isObject(result) ? textIn(result, 'status') : '';
  if (status !== 'Success') {
    const message = isObject(result) ? textIn(result, 'message') : '';
    return wrong(message === '' ? `response.result.status was '${status}', not 'Success'` : message);
  }
  const objects = ownValue(response, 'convertedObjects') ?? [];
  return Array.isArray(objects) ? { ok: true, objects } : wrong('response.convertedObjects is not a list');
}

const wrong = (message: string): ReviewResult => ({ ok: false, message });

function textIn(object: JsonObject, name: string): string {
  const value = ownValue(object, name);
  return typeof value === 'string' ? value : '';
}
