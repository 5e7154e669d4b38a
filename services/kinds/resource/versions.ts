import * as beta from '@pilothouse/apimachinery/generated/resource/v1beta1.js';
import { inVersion } from '@pilothouse/apimachinery/schema/in-version.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { VersionDefinition } from '../definition/definition.js';
import { conversionOf, type Forms } from './conversion.js';

/** The messages of v1beta1 that differ from v1. */
const CHANGED: readonly StructSchema[] = [
  beta.basicDeviceSchema,
  beta.deviceRequestSchema,
  beta.deviceSchema,
  beta.deviceSubRequestSchema,
  beta.resourceSliceSpecSchema,
];

/**
 * The versions of a kind with this schema in v1. `forms` convert the parts that differ in v1beta1; absent for a kind
 * without such parts.
 */
export function versionsOf(schema: StructSchema, forms?: Forms): readonly [VersionDefinition, ...VersionDefinition[]] {
  const first = inVersion(schema, 'v1beta1', CHANGED);
  return [
    { name: 'v1', schema, since: '1.34' },
    {
      name: 'v1beta2',
      schema: inVersion(schema, 'v1beta2'),
      since: '1.33',
      deprecated: { since: '1.36', removedIn: '1.39' },
    },
    {
      name: 'v1beta1',
      schema: first,
      since: '1.32',
      deprecated: { since: '1.35', removedIn: '1.38' },
      ...(forms && { conversion: conversionOf(schema, first, forms) }),
    },
  ];
}
