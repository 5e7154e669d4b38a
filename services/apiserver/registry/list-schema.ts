import { listMetaSchema } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { apiVersionField, kindField } from '@pilothouse/apimachinery/schema/common.js';
import type { ObjectSchema, PublishedSchema, StructSchema } from '@pilothouse/apimachinery/schema/schema.js';

/** The list kind of a kind. */
export function listKindOf({
  kind,
  listKind = `${kind}List`,
}: {
  readonly kind: string;
  readonly listKind?: string;
}): string {
  return listKind;
}

/** The list type of a kind for OpenAPI, with the suffix `List`. */
export function publishedListOf(item: ObjectSchema, kind: string): PublishedSchema {
  if (item.type === 'struct') return listSchemaOf(item, kind);
  return { type: 'customList', name: `${item.name}List`, kind, item };
}

/** The same for built-in types. */
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
