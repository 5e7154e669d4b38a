/** The served versions of OpenAPI: 2.0 and 3.0. */
export type OpenApiVersion = 2 | 3;

const PREFIXES: Readonly<Record<OpenApiVersion, string>> = { 2: '#/definitions/', 3: '#/components/schemas/' };

/** The `$ref` of a named definition. */
export function definitionReference(version: OpenApiVersion, name: string): string {
  return PREFIXES[version] + name;
}
