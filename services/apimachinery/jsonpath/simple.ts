/** The names of a simple path: `.spec.replicas` is `spec` and `replicas`. There are no escapes. */
export function simplePathNames(path: string): string[] {
  return path.replace(/^\./, '').split('.');
}
