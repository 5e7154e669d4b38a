import type { JSONSchemaProps } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { fieldPath, keyPath, required } from '@pilothouse/apimachinery/status/field-error.js';
import type { Findings } from '../../definition/findings.js';
import { schemaIn } from './schema-walk.js';

/**
 * Fields that `allOf`, `anyOf`, `oneOf` and `not` at the root restrict must be declared outside of them too. As in
 * Kubernetes, other levels are not checked.
 */
export function checkCompleteness(schema: JSONSchemaProps, path: string, findings: Findings): void {
  checkJunctors({ nested: schema, nestedPath: path, declared: schema, declaredPath: path }, findings);
}

/** A restricting schema and the declaration at the same path. */
interface Pair {
  readonly nested: JSONSchemaProps;
  readonly nestedPath: string;
  readonly declared: JSONSchemaProps;
  readonly declaredPath: string;
}

function checkJunctors({ nested, nestedPath, ...declared }: Pair, findings: Findings): void {
  const { not } = nested;
  if (not !== undefined) {
    checkNested({ ...declared, nested: not, nestedPath: fieldPath(nestedPath, 'not') }, findings);
  }
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const [index, each] of (nested[name] ?? []).entries()) {
      checkNested({ ...declared, nested: each, nestedPath: keyPath(fieldPath(nestedPath, name), index) }, findings);
    }
  }
}

function checkNested(pair: Pair, findings: Findings): void {
  if (findings.isFull()) return;
  checkJunctors(pair, findings);
  const { nested, nestedPath, declared, declaredPath } = pair;
  const items = schemaIn(nested.items);
  if (items !== undefined) {
    checkDeclared(
      { nested: items, nestedPath: fieldPath(nestedPath, 'items') },
      { declared: schemaIn(declared.items), declaredPath: fieldPath(declaredPath, 'items') },
      findings,
    );
  }
  for (const [name, property] of Object.entries(nested.properties ?? {})) {
    checkDeclared(
      { nested: property, nestedPath: keyPath(fieldPath(nestedPath, 'properties'), name) },
      { declared: declared.properties?.[name], declaredPath: keyPath(fieldPath(declaredPath, 'properties'), name) },
      findings,
    );
  }
}

function checkDeclared(
  nested: Pick<Pair, 'nested' | 'nestedPath'>,
  { declared, declaredPath }: { readonly declared: JSONSchemaProps | undefined; readonly declaredPath: string },
  findings: Findings,
): void {
  if (declared !== undefined) checkNested({ ...nested, declared, declaredPath }, findings);
  else findings.add(required(declaredPath, `because it is defined in ${nested.nestedPath}`));
}
