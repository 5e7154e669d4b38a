import { hash } from 'node:crypto';
import { writeJson } from '../json/write.js';
import type { JsonValue } from '../json/value.js';
import type { StructuralSchema } from './schema.js';

/**
 * Makes the function that gives one object for all equal schemas, as long as something holds it. Definitions have most of their parts in
 * common, with one another and between their versions: what is compiled for a part is then compiled once. The schemas below must be such
 * objects themselves.
 */
export function createSharing(): (schema: StructuralSchema) => StructuralSchema {
  const held = new Map<string, WeakRef<StructuralSchema>>();
  const digests = new WeakMap<StructuralSchema, string>();
  const gone = new FinalizationRegistry((digest: string) => {
    if (held.get(digest)?.deref() === undefined) held.delete(digest);
  });

  /** Tells schemas below by their digests. */
  function textOf(value: unknown): string {
    if (value instanceof Map)
      return `{${[...value].map(([name, member]) => JSON.stringify(name) + textOf(member)).join()}}`;
    if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
    const digest = isSchema(value) ? digests.get(value) : undefined;
    return digest ?? writeJson(value as JsonValue);
  }

  return (schema) => {
    const members = Object.entries(schema).filter(([, value]) => value !== undefined);
    const digest = hash('sha256', members.map(([name, value]) => `${name}:${textOf(value)}`).join(), 'base64');
    const known = held.get(digest)?.deref();
    if (known !== undefined) return known;
    held.set(digest, new WeakRef(schema));
    digests.set(schema, digest);
    gone.register(schema, digest);
    return schema;
  };
}

function isSchema(value: unknown): value is StructuralSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'structural';
}
