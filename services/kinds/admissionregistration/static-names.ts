import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { ResourceDefinition } from '../definition/definition.js';

/** The end of the names of objects that only manifests in a directory of the API server may have. */
export function staticSuffix({ api }: Domain): string {
  return `.static.${api}`;
}

export interface StaticNameOptions {
  /** Whether clients may not create objects with such names; otherwise they get a warning. */
  readonly reservesStaticNames?: boolean;
}

/** The definition with the rule of names that end in {@link staticSuffix}. */
export function withStaticNames(
  definition: ResourceDefinition,
  domain: Domain,
  { reservesStaticNames = false }: StaticNameOptions,
): ResourceDefinition {
  const { strategy } = definition;
  const suffix = staticSuffix(domain);
  const reserved = `names ending with "${suffix}" are reserved for static manifest-based configurations and cannot be managed via the API`;
  const isStatic = (object: JsonObject): boolean => metadataOf(object).name?.endsWith(suffix) === true;
  const errorsOf = (object: JsonObject): FieldError[] =>
    isStatic(object) ? [invalid('metadata.name', metadataOf(object).name ?? '', reserved)] : [];
  return {
    ...definition,
    strategy: {
      ...strategy,
      ...(reservesStaticNames && {
        *validate(object, old, found) {
          const rules = strategy.validate?.(object, old, found) ?? [];
          const errors = 'next' in rules ? yield* rules : rules;
          return old === undefined ? [...errors, ...errorsOf(object)] : errors;
        },
      }),
      warnings: (object, old) => [
        ...(strategy.warnings?.(object, old) ?? []),
        ...(isStatic(object) && (old !== undefined || !reservesStaticNames) ? [`metadata.name: ${reserved}`] : []),
      ],
    },
  };
}
