export interface OperationName {
  readonly id: string;
  readonly tag: string;
}

/**
 * The id and tag of an operation, as in Kubernetes: `list` and `NamespacedConfigMap` in the core group's `v1` are
 * `listCoreV1NamespacedConfigMap` and `core_v1`. `version` may be empty.
 */
export function operationName(
  { group, version, apiDomain }: { readonly group: string; readonly version: string; readonly apiDomain: string },
  verb: string,
  rest: string,
): OperationName {
  const suffix = `.${apiDomain}`;
  const short = group.endsWith(suffix) ? group.slice(0, -suffix.length) : group;
  const name = identifier(short === '' ? 'core' : short);
  return {
    id: `${verb}${capitalized(name)}${capitalized(version)}${rest}`,
    tag: version === '' ? name : `${name}_${version}`,
  };
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** In camel case: `rbac.authorization` is `rbacAuthorization`. */
function identifier(text: string): string {
  const [first = '', ...others] = text.split(/[^A-Za-z0-9_]+/).filter((part) => part !== '');
  return [first, ...others.map(capitalized)].join('');
}
