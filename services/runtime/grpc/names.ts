/** A field or method in lower camel case, as protobuf's JSON names it. */
export function memberName(name: string): string {
  return (
    name.charAt(0).toLowerCase() + name.slice(1).replaceAll(/_+(.)/g, (_match, letter: string) => letter.toUpperCase())
  );
}
