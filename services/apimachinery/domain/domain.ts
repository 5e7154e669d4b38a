/**
 * The API domain: the only place that composes group names, annotation and label keys and media types.
 *
 * Most names end in the API domain (`k8s.io`). Some, which standard clients spell with `kubernetes.io`, end in the
 * label domain. The label domain equals the API domain unless that is `k8s.io`.
 */
export interface Domain {
  /** Suffix of group names, such as `k8s.io`. */
  readonly api: string;
  /** Suffix of label and annotation keys, secret types and the protobuf media type, such as `kubernetes.io`. */
  readonly label: string;
  /** `group('storage')` is `storage.k8s.io`. */
  readonly group: (prefix: string) => string;
  /** `apiKey('initial-events-end')` is `k8s.io/initial-events-end`. */
  readonly apiKey: (name: string) => string;
  /** `key('service-account.name')` is `kubernetes.io/service-account.name`. */
  readonly key: (name: string) => string;
  /** All accepted spellings of the protobuf media type; the first one is written. */
  readonly protobufMediaTypes: readonly [string, ...string[]];
}

export interface DomainOptions {
  readonly apiDomain?: string;
  readonly labelDomain?: string;
}

/** The domain with the given names, which the caller has validated as DNS subdomains. */
export function createDomain(options: DomainOptions = {}): Domain {
  const api = options.apiDomain ?? 'k8s.io';
  const label = options.labelDomain ?? (api === 'k8s.io' ? 'kubernetes.io' : api);
  const own = `application/vnd.${api}.protobuf`;
  return {
    api,
    label,
    group: (prefix) => `${prefix}.${api}`,
    apiKey: (name) => `${api}/${name}`,
    key: (name) => `${label}/${name}`,
    protobufMediaTypes: api === 'k8s.io' ? ['application/vnd.kubernetes.protobuf', own] : [own],
  };
}
