import { typeWarnings, type TypedKind } from '@pilothouse/admission/policies/type-checking/check.js';
import { kindsToCheck } from '@pilothouse/admission/policies/type-checking/types-to-check.js';
import type {
  ExpressionWarning,
  ParamKind,
  ValidatingAdmissionPolicy,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { createLibrary, type Library } from '@pilothouse/cel/library/library.js';
import type { Type } from '@pilothouse/cel/types/type.js';
import type { Client } from '@pilothouse/client/client.js';
import { readSchemas, type Schemas } from './schemas.js';

/** Resolves to the check of a policy in steps, once the types are read. */
export type TypeCheck = (policy: ValidatingAdmissionPolicy) => Promise<Generator<void, readonly ExpressionWarning[]>>;

export function typeCheck(client: Client, signal: AbortSignal): TypeCheck {
  const library = createLibrary();
  return (policy) => warningsOf(policy, readSchemas(client, signal), library);
}

async function warningsOf(
  { spec }: ValidatingAdmissionPolicy,
  schemas: Schemas,
  library: Library,
): ReturnType<TypeCheck> {
  const { paramKind, matchConstraints = {} } = spec;
  const kinds: TypedKind[] = [];
  for (const kind of await kindsToCheck(matchConstraints, schemas.kindOf)) {
    const found = await schemas.typeOf(kind);
    if (found !== undefined) kinds.push({ kind, ...(found.type && { type: found.type }) });
  }
  const params = paramKind && (await paramsType(paramKind, schemas));
  return typeWarnings(spec, { kinds, ...(params && { params }) }, library);
}

async function paramsType({ apiVersion = '', kind = '' }: ParamKind, { typeOf }: Schemas): Promise<Type | undefined> {
  const parts = apiVersion.split('/');
  const [group = '', version = ''] = parts.length === 1 ? ['', ...parts] : parts;
  return (await typeOf({ group, version, kind }))?.type;
}
