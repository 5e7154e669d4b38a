import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { ReviewedWrite } from '../expressions/write-values.js';

/** Versions of AdmissionReview that the server supports. */
export type ReviewVersion = 'v1' | 'v1beta1';

export function reviewApiVersion(domain: Domain, version: ReviewVersion): string {
  return `${domain.group('admission')}/${version}`;
}

/** The version of AdmissionReview for a webhook: the first one that the server supports. */
export function reviewVersionOf(versions: readonly string[]): ReviewVersion | undefined {
  return versions.find((version): version is ReviewVersion => version === 'v1' || version === 'v1beta1');
}

/** Writes objects as JSON, each once: several webhooks may get the same object. */
export type WriteObject = (object: JsonObject | undefined) => string;

export function objectWriter(): WriteObject {
  const known = new WeakMap<JsonObject, string>();
  return (object) => {
    if (object === undefined) return 'null';
    let text = known.get(object);
    if (text === undefined) known.set(object, (text = writeJson(object)));
    return text;
  };
}

export interface ReviewParts {
  readonly apiVersion: string;
  readonly uid: string;
  readonly reviewed: ReviewedWrite;
  readonly write: WriteObject;
}

/** An AdmissionReview with a request, in the form of kube-apiserver. */
export function reviewText({ apiVersion, uid, reviewed, write }: ReviewParts): string {
  const { subresource, name, namespace, operation, dryRun, user, kind, resource } = reviewed;
  const head = Object.assign(newObject(), {
    uid,
    kind: { group: kind.group, version: kind.version, kind: kind.kind },
    resource: { group: resource.group, version: resource.version, resource: resource.resource },
    ...textsOf({ subResource: subresource }),
    requestKind: { ...reviewed.requestKind },
    requestResource: { ...reviewed.requestResource },
    ...textsOf({ requestSubResource: subresource, name, namespace }),
    operation,
    userInfo: userInfo(user),
  });
  const request = [
    writeJson(head).slice(0, -1),
    `"object":${write(reviewed.object)}`,
    `"oldObject":${write(reviewed.old)}`,
    `"dryRun":${dryRun}`,
    // A connection has none.
    `"options":${operation === 'CONNECT' ? 'null' : writeJson(reviewed.options())}}`,
  ].join(',');
  return `{"kind":"AdmissionReview","apiVersion":${JSON.stringify(apiVersion)},"request":${request}}`;
}

/** The texts that are not empty. */
function textsOf(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}

function userInfo({ name, uid, groups, extra }: User): JsonObject {
  return Object.assign(newObject(), {
    ...textsOf({ username: name, uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(extra.size > 0 && { extra: Object.fromEntries([...extra].map(([key, values]) => [key, [...values]])) }),
  });
}
