import { Buffer } from 'node:buffer';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, ownValue, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';

/** A valid answer of a webhook. */
export interface Answer {
  readonly isAllowed: boolean;
  readonly auditAnnotations: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** The Status of a refusal. */
  readonly status: JsonObject | undefined;
  /** The JSON patch, unparsed. */
  readonly patch: Buffer | undefined;
  readonly patchType: string | undefined;
}

/** What an answer must fit. */
export interface ExpectedAnswer {
  /** The apiVersion of the request. Answers in `v1beta1` need neither a type nor a uid, as in Kubernetes. */
  readonly apiVersion: string;
  readonly isOldVersion: boolean;
  readonly uid: string;
  readonly isMutating: boolean;
}

/** An answer that is not an AdmissionReview. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError';
}

/** An AdmissionReview with an invalid response. */
export class InvalidAnswerError extends Error {
  override readonly name = 'InvalidAnswerError';
}

/** Reads an AdmissionReview. Throws UndecodableError or InvalidAnswerError, with Kubernetes' texts. */
export function readAnswer(review: JsonObject, expected: ExpectedAnswer): Answer {
  const { apiVersion, isOldVersion, uid, isMutating } = expected;
  const [kind, version] = [textAt(review, 'kind', ''), textAt(review, 'apiVersion', '')];
  checkType({ kind, version }, apiVersion);
  const response = fieldOf(review, 'response', isObject, 'v1.AdmissionResponse', '');
  if (response === undefined) throw new InvalidAnswerError('webhook response was absent');
  const answer = readResponse(response);
  if (isOldVersion) return { ...answer, patchType: answer.patch && 'JSONPatch' };
  const answered = textAt(response, 'uid', 'response.');
  if (answered !== uid) throw invalid(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(answered)}`);
  if (kind === '' || version === '') {
    throw invalid(
      `expected webhook response of ${typeText({ kind: KIND, version: apiVersion })}, got ${typeText({ kind, version })}`,
    );
  }
  checkPatch(answer, ownValue(response, 'patchType'), isMutating);
  return answer;
}

const KIND = 'AdmissionReview';
/** Where Kubernetes registers the kinds. */
const SCHEME = '"k8s.io/apiserver/pkg/util/webhook/client.go:71"';

interface TypeOfAnswer {
  readonly kind: string;
  /** The apiVersion. */
  readonly version: string;
}

/** Go's text of a type. */
function typeText({ kind, version }: TypeOfAnswer): string {
  return `${version.includes('/') ? version : `/${version}`}, Kind=${kind}`;
}

/** An absent type is that of the request, until it is verified. */
function checkType({ kind, version }: TypeOfAnswer, wanted: string): void {
  const known =
    version === '' || version.slice(0, version.lastIndexOf('/')) === wanted.slice(0, wanted.lastIndexOf('/'));
  const name = version.slice(version.lastIndexOf('/') + 1);
  if ((kind !== '' && kind !== KIND) || !known || !['', 'v1', 'v1beta1'].includes(name)) {
    const text = `no kind ${JSON.stringify(kind === '' ? KIND : kind)} is registered for version ${JSON.stringify(version)} in scheme ${SCHEME}`;
    throw new UndecodableError(text);
  }
  if (version !== '' && version !== wanted) {
    const own = wanted.slice(wanted.lastIndexOf('/') + 1);
    throw new UndecodableError(`converting (${name}.${KIND}) to (${own}.${KIND}): unknown conversion`);
  }
}

function readResponse(response: JsonObject): Answer {
  const at = 'response.';
  const patch = textAt(response, 'patch', at);
  return {
    isAllowed: fieldOf(response, 'allowed', isBoolean, 'bool', at) ?? false,
    auditAnnotations: textsIn(
      fieldOf(response, 'auditAnnotations', isObject, 'map[string]string', at),
      'auditAnnotations',
    ),
    warnings: (fieldOf(response, 'warnings', isList, '[]string', at) ?? []).map((each) => textOf(each, 'warnings')),
    status: fieldOf(response, 'status', isObject, 'v1.Status', at),
    patch: patch === '' ? undefined : bytesOf(patch),
    patchType: textAt(response, 'patchType', at) || undefined,
  };
}

function checkPatch({ patch, patchType }: Answer, sent: JsonValue | undefined, isMutating: boolean): void {
  const hasType = sent !== undefined && sent !== null;
  if (!isMutating) {
    if (patch !== undefined) throw invalid('validating webhook may not return response.patch');
    if (hasType) throw invalid('validating webhook may not return response.patchType');
    return;
  }
  if (patch !== undefined && !hasType) throw invalid('webhook returned response.patch but not response.patchType');
  if (patch === undefined && hasType) throw invalid('webhook returned response.patchType but not response.patch');
  if (hasType && patchType === undefined) throw invalid('webhook returned invalid response.patchType of ""');
}

function invalid(text: string): InvalidAnswerError {
  return new InvalidAnswerError(text);
}

function fieldOf<T extends JsonValue>(
  object: JsonObject,
  name: string,
  isType: (value: JsonValue) => value is T,
  type: string,
  path: string,
): T | undefined {
  const value = ownValue(object, name) ?? null;
  if (value === null) return undefined;
  if (isType(value)) return value;
  throw mistyped(value, `${path === '' ? KIND : 'AdmissionResponse'}.${path}${name}`, type);
}

/** Go's text. */
function mistyped(value: JsonValue, field: string, type: string): UndecodableError {
  return new UndecodableError(
    `json: cannot unmarshal ${nameOfType(value)} into Go struct field ${field} of type ${type}`,
  );
}

function textAt(object: JsonObject, name: string, path: string): string {
  return fieldOf(object, name, isText, 'string', path) ?? '';
}

function nameOfType(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' ? 'number' : typeof value;
}

const isText = (value: JsonValue): value is string => typeof value === 'string';
const isBoolean = (value: JsonValue): value is boolean => typeof value === 'boolean';
const isList = (value: JsonValue): value is JsonValue[] => Array.isArray(value);

/** The texts of a map or list of the response. */
function textOf(value: JsonValue, name: string): string {
  if (value === null) return '';
  if (isText(value)) return value;
  throw mistyped(value, `AdmissionResponse.response.${name}`, 'string');
}

function textsIn(object: JsonObject = {}, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, textOf(value, name)]));
}

/** Base64 with padding, in which line breaks are ignored. */
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

function bytesOf(text: string): Buffer {
  const plain = text.replaceAll(/[\r\n]/g, '');
  if (BASE64.test(plain)) return Buffer.from(plain, 'base64');
  const end = /[^A-Za-z\d+/]/.exec(plain)?.index ?? plain.length;
  throw new UndecodableError(`illegal base64 data at input byte ${end}`);
}

/** The operations of a JSON patch. Throws an Error with Go's text for anything but a list of objects. */
export function operationsIn(patch: Buffer): readonly JsonObject[] {
  let value: JsonValue;
  try {
    ({ value } = parseJson(patch));
  } catch (error) {
    throw new Error(errorMessage(error).replace(POSITION, ''), { cause: error });
  }
  if (value === null) return [];
  const mistaken = (of: JsonValue, type: string): Error =>
    new Error(`json: cannot unmarshal ${nameOfType(of)} into Go value of type jsonpatch.${type}`);
  if (!Array.isArray(value)) throw mistaken(value, 'Patch');
  return value.map((operation) => {
    if (isObject(operation)) return operation;
    throw mistaken(operation, 'Operation');
  });
}

/** The position that our parser adds to Go's text. */
const POSITION = / \(line \d+, column \d+\)$/;
