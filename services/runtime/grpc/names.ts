/** A field or method name in lower camel case, as in protobuf JSON. */
export function memberName(name: string): string {
  return (
    name.charAt(0).toLowerCase() + name.slice(1).replaceAll(/_+(.)/g, (_match, letter: string) => letter.toUpperCase())
  );
}
