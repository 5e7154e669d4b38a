/**
 * The API domain: the one place where group names, annotation and label keys and media types are put together.
 *
 * Most names end in the API domain (`k8s.io`). Some that standard clients spell with `kubernetes.io` end in the label
 * domain, which follows the API domain unless that is `k8s.io`.
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
  /** Every spelling of the protobuf media type that is read; the first is the one that is written. */
  readonly protobufMediaTypes: readonly [string, ...string[]];
}

export interface DomainOptions {
  readonly apiDomain?: string;
  readonly labelDomain?: string;
}

/** The domain of the given names, which must be DNS subdomains (the caller checks them). */
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
