/**
 * A boolean of the query, as Kubernetes reads it: the first value counts, and each is true but `0` and `false` in any case, so that
 * an empty one is true as well. Undefined where the parameter is absent.
 */
export function booleanParameter(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  return text === null ? undefined : text !== '0' && text.toLowerCase() !== 'false';
}
