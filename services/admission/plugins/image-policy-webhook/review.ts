import type { Container, EphemeralContainer, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { isObject, ownValue, type JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** What a webhook is asked about a pod (ImageReviewSpec). */
export interface ImageReviewSpec {
  readonly containers: readonly { readonly image?: string }[];
  /** The pod's annotations for image policies, in the order of their keys. */
  readonly annotations?: Readonly<Record<string, string>>;
  readonly namespace?: string;
}

/** What a webhook answers (ImageReviewStatus). */
export interface ImageVerdict {
  readonly isAllowed: boolean;
  /** Empty if there is none. */
  readonly reason: string;
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

export interface ReviewedPod {
  readonly pod: Pod;
  readonly namespace: string;
  /** Empty, or `ephemeralcontainers`. */
  readonly subresource: string;
  /** The domain of annotations for image policies, such as `image-policy.k8s.io`. */
  readonly domain: string;
}

/** The question about a pod. Equal questions have equal JSON. */
export function reviewSpec({ pod: { metadata, spec }, namespace, subresource, domain }: ReviewedPod): ImageReviewSpec {
  const containers: readonly (Container | EphemeralContainer)[] =
    subresource === '' ? [...spec.containers, ...(spec.initContainers ?? [])] : (spec.ephemeralContainers ?? []);
  const annotations = Object.entries(metadata.annotations ?? {})
    .filter(([key]) => key.includes(`.${domain}/`))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    containers: containers.map(({ image = '' }) => (image === '' ? {} : { image })),
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
    ...(namespace !== '' && { namespace }),
  };
}

/** The verdict of an ImageReview. Throws an Error for anything else. */
export function verdictIn(answer: JsonObject, apiVersion: string): ImageVerdict {
  if (answer['kind'] !== 'ImageReview' || answer['apiVersion'] !== apiVersion) {
    throw new Error(`the webhook's answer is not an ImageReview of ${apiVersion}`);
  }
  const { status } = answer;
  const fields = isObject(status) ? status : {};
  const [reason, audit] = [ownValue(fields, 'reason'), ownValue(fields, 'auditAnnotations')];
  const texts = Object.entries(isObject(audit) ? audit : {}).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as const] : [],
  );
  return {
    isAllowed: ownValue(fields, 'allowed') === true,
    reason: typeof reason === 'string' ? reason : '',
    auditAnnotations: Object.fromEntries(texts),
  };
}
