/** The names of a simple path: `.spec.replicas` is `spec` and `replicas`. Nothing is escaped in it. */
export function simplePathNames(path: string): string[] {
  return path.replace(/^\./, '').split('.');
}
