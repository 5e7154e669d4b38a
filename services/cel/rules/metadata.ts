import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { readStructural, type StructuralSchema } from '@pilothouse/apimachinery/structural/schema.js';

const STRING = readStructural({ type: 'string' });
const METADATA = readStructural({
  type: 'object',
  properties: { name: { type: 'string' }, generateName: { type: 'string' } },
});

/** The schema of a root object for rules, which see only the names in metadata. */
export const withMetadata = keyed((schema: StructuralSchema): StructuralSchema => ({
  ...schema,
  properties: new Map([
    ...schema.properties,
    ['kind', STRING],
    ['apiVersion', STRING],
    [
      'metadata',
      isWhole(schema.properties.get('metadata')) ? (schema.properties.get('metadata') ?? METADATA) : METADATA,
    ],
  ]),
}));

function isWhole(metadata: StructuralSchema | undefined): boolean {
  return ['name', 'generateName'].every((name) => metadata?.properties.get(name)?.type === 'string');
}
