import { listMetaSchema } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { apiVersionField, kindField } from '@pilothouse/apimachinery/schema/common.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';

/** The type of the collections of a kind: its name with `List` behind. */
export function listSchemaOf(item: StructSchema, kind: string): StructSchema {
  const common = { presence: 'always', immutable: false } as const;
  return {
    type: 'struct',
    name: `${item.name}List`,
    description: `A list of objects of kind ${kind}.`,
    atomic: false,
    fields: [
      kindField,
      apiVersionField,
      {
        ...common,
        name: 'metadata',
        number: 1,
        description: 'Standard list metadata.',
        schema: () => listMetaSchema,
        required: false,
      },
      {
        ...common,
        name: 'items',
        number: 2,
        description: 'The objects.',
        schema: () => ({ type: 'list', items: () => item, listType: 'atomic', keys: [] }),
        required: true,
      },
    ],
  };
}
