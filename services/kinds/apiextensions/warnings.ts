import type { CustomResourceDefinition, JSONSchemaProps } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { formatCheck } from '@pilothouse/apimachinery/structural/formats.js';
import { someSchema } from './validation/schema-walk.js';

/** The maximum number of reported formats. */
const MAX_FORMATS = 100;

/** Warns of unrecognized formats in schemas, except those of the stored definition. */
export function formatWarnings(
  definition: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
): string[] {
  const former = new Set(old === undefined ? [] : unknownFormats(old));
  const added = unknownFormats(definition).filter((format) => !former.has(format));
  return added.slice(0, MAX_FORMATS).map((format) => `unrecognized format ${JSON.stringify(format)}`);
}

function unknownFormats({ spec }: CustomResourceDefinition): string[] {
  const found: string[] = [];
  for (const { schema } of spec.versions) {
    if (schema?.openAPIV3Schema === undefined) continue;
    someSchema(schema.openAPIV3Schema, (each) => {
      if (each.format !== undefined && !isKnown(each.format, each)) found.push(each.format);
      return false;
    });
  }
  return found;
}

const NUMBER_FORMATS: Readonly<Partial<Record<string, readonly string[]>>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

function isKnown(format: string, { type = 'string' }: JSONSchemaProps): boolean {
  if (type === 'string') return formatCheck(format) !== undefined;
  return NUMBER_FORMATS[type]?.includes(format) === true;
}
