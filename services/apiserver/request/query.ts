/**
 * Parses a boolean query parameter by Kubernetes' rules: the first value counts, and each value is true except `0` and `false`
 * in any case, so an empty one is also true. Undefined if the parameter is absent.
 */
export function booleanParameter(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  return text === null ? undefined : text !== '0' && text.toLowerCase() !== 'false';
}
