import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import type { CompilePattern } from '@pilothouse/apimachinery/schema/schema.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { immutable } from '../../definition/immutable.js';
import { checkApproval } from './api-approval.js';
import { conversionError } from './conversion-error.js';
import { hasUnprunedDefaults } from './defaults.js';
import { newFindings, type Findings } from '../../definition/findings.js';
import { checkNames } from './names.js';
import { patternsOf } from './pattern.js';
import { CREATE_OPTIONS, updateOptions } from './options.js';
import type { RuleChecks } from './rules.js';
import { checkSpec } from './spec.js';
import { checkStoredVersions } from './stored-versions.js';
import { structuralProblems } from './version-schema.js';

export interface ValidationDeps {
  readonly compilePattern: CompilePattern;
  readonly rules?: RuleChecks;
}

/**
 * Validates a definition except its metadata, with the order and texts of Kubernetes 1.36. `old` is the stored
 * definition. Each step takes some tens of milliseconds for the largest definition. The cost is linear in the size of
 * the definition: each schema is visited a fixed number of times.
 */
export function* validateDefinition(
  definition: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
  { compilePattern, rules }: ValidationDeps,
): Steps<readonly FieldError[]> {
  const findings = newFindings();
  const patterns = patternsOf(compilePattern);
  const { spec } = definition;
  if (old === undefined) checkName(definition, findings);
  const options =
    old === undefined
      ? CREATE_OPTIONS
      : yield* updateOptions(definition, old, {
          hasUnprunedDefaults: (schema) => conversionError(schema) === undefined && hasUnprunedDefaults(schema),
          isStructural: (schema) => structuralProblems(schema, '', patterns).length === 0,
        });
  yield;
  yield* checkSpec(spec, { options, patterns, rules }, findings);
  yield;
  if (old !== undefined) checkImmutable(definition, old, options.requireImmutableNames, findings);
  checkStoredVersions(definition, findings);
  checkApproval(definition, old, findings);
  if (spec.preserveUnknownFields === true && old?.spec.preserveUnknownFields !== true) {
    const text =
      'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
    findings.add(invalid('spec.preserveUnknownFields', true, text));
  }
  return findings.errors;
}

/** Validates a write of the status subresource. */
export function validateStatus({ status }: CustomResourceDefinition): readonly FieldError[] {
  const findings = newFindings();
  checkNames(status.acceptedNames, 'status.acceptedNames', findings);
  return findings.errors;
}

function checkName({ metadata, spec }: CustomResourceDefinition, findings: Findings): void {
  const { name, generateName } = metadata;
  const wanted = `${spec.names.plural}.${spec.group}`;
  for (const [field, value] of Object.entries({ generateName, name })) {
    if (value === undefined || value === wanted) continue;
    findings.add(invalid(`metadata.${field}`, value, 'must be spec.names.plural+"."+spec.group'));
  }
}

/** Group and plural are part of the object's name. Scope and kind are fixed once objects can be stored. */
function checkImmutable(
  { spec }: CustomResourceDefinition,
  { spec: before }: CustomResourceDefinition,
  isEstablished: boolean,
  findings: Findings,
): void {
  const fields = [
    ['scope', spec.scope, before.scope, isEstablished],
    ['names.kind', spec.names.kind, before.names.kind, isEstablished],
    ['group', spec.group, before.group, true],
    ['names.plural', spec.names.plural, before.names.plural, true],
  ] as const;
  for (const [field, value, former, isFixed] of fields) {
    if (isFixed && value !== former) findings.add(immutable(`spec.${field}`, value));
  }
}
