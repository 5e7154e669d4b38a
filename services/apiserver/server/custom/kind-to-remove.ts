import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import type { LazyRules } from '@pilothouse/kinds/apiextensions/rules.js';
import { customKind } from '@pilothouse/kinds/custom/kind.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';

/**
 * Kind for listing and deleting the objects of a definition. It ignores schemas, columns and conversion, since the definition may never
 * have been served, or may be invalid for this server.
 */
export function kindToRemove(
  definition: CustomResourceDefinition,
  rules: Pick<LazyRules, 'loaded' | 'compilePattern'>,
): ResourceDefinition {
  const { spec } = definition;
  const stored = spec.versions.find(({ storage }) => storage) ?? spec.versions[0];
  const versions = spec.versions.map((version) => ({
    name: version.name,
    storage: version === stored,
    served: true,
    schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  }));
  const bare: CustomResourceDefinition = { ...definition, spec: { ...spec, versions } };
  const precondition = async (): Promise<undefined> => undefined;
  return customKind(bare, {
    read: () => bare,
    origin: { retired: new AbortController().signal, precondition },
    rules,
  });
}
