import type {
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
  CustomResourceSubresources,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { dns1035Label, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { fieldPath, invalid, keyPath, notSupported, required } from '@pilothouse/apimachinery/status/field-error.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { checkConversion } from './conversion.js';
import type { Findings } from '../../definition/findings.js';
import { goVersions } from './go-form.js';
import { hoisted, type HoistedSpec } from './hoisted.js';
import { checkNames, requireNames } from './names.js';
import { someSchema } from './schema-walk.js';
import type { Deps } from './version-schema.js';
import { checkDeprecation, checkSettings } from './versions.js';

const SCOPES = ['Cluster', 'Namespaced'];
const PATH = 'spec';

/** Validates the specification in Kubernetes' order. */
export function* checkSpec(spec: CustomResourceDefinitionSpec, deps: Deps, findings: Findings): Steps<void> {
  const { group, scope, names, conversion, preserveUnknownFields } = spec;
  const places = hoisted(spec);
  yield;
  checkGroup(group, findings);
  if (scope === '') findings.add(required('spec.scope'));
  else if (!SCOPES.includes(scope)) findings.add(notSupported('spec.scope', scope, SCOPES));
  checkSchemasAreThere(places, preserveUnknownFields !== true, deps, findings);
  if (preserveUnknownFields === true && spec.versions.some(hasDefaults)) {
    const text = 'must be false in order to use defaults in the schema';
    findings.add(invalid('spec.preserveUnknownFields', true, text));
  }
  yield;
  yield* checkVersions(places, deps, findings);
  requireNames(names, 'spec.names', findings);
  checkNames(names, 'spec.names', findings);
  yield* checkCommon(spec, places, deps, findings);
  if (conversion === undefined) return;
  if (conversion.strategy !== 'None' && preserveUnknownFields === true) {
    const text = 'must be None if spec.preserveUnknownFields is true';
    findings.add(invalid('spec.conversion.strategy', conversion.strategy, text));
  }
  checkConversion(conversion, 'spec.conversion', deps.options, findings);
}

function hasDefaults({ schema: { openAPIV3Schema } = {} }: CustomResourceDefinitionVersion): boolean {
  return openAPIV3Schema !== undefined && someSchema(openAPIV3Schema, (schema) => schema.default !== undefined);
}

function checkGroup(group: string, findings: Findings): void {
  const path = 'spec.group';
  const problems = dnsSubdomain(group).join(',');
  if (group === '') findings.add(required(path));
  else if (problems !== '') findings.add(invalid(path, group, problems));
  else if (!group.includes('.')) findings.add(invalid(path, group, 'should be a domain with at least one dot'));
}

function checkSchemasAreThere(
  { versions, common }: HoistedSpec,
  isPruned: boolean,
  { options }: Deps,
  findings: Findings,
): void {
  if (common.schema?.openAPIV3Schema !== undefined) return;
  if (!options.requireSchema && !isPruned) return;
  for (const [index, { schema, served }] of versions.entries()) {
    if (schema?.openAPIV3Schema !== undefined || !(options.requireSchema || served)) continue;
    const path = `${keyPath('spec.versions', index)}.schema.openAPIV3Schema`;
    findings.add(required(path, options.requireSchema ? '' : 'because otherwise all fields are pruned'));
  }
}

function* checkVersions({ versions, common }: HoistedSpec, deps: Deps, findings: Findings): Steps<void> {
  const path = 'spec.versions';
  for (const [index, version] of versions.entries()) {
    if (findings.isFull()) return;
    const at = keyPath(path, index);
    const problems = dns1035Label(version.name).join(',');
    if (problems !== '') findings.add(invalid(fieldPath(at, 'name'), version.name, problems));
    checkDeprecation(version, at, findings);
    const context = {
      path: at,
      schemaField: 'schema' as const,
      hasStatus: hasStatus(subresourcesOf(version, versions, common.subresources)),
      suppressExpressionCost: deps.options.unchangedSchemas.has(version.name),
      allowTooManySelectableFields: deps.options.tooManySelectableFields.has(version.name),
    };
    yield* checkSettings(version, context, deps, findings);
  }
  if (new Set(versions.map(({ name }) => name)).size < versions.length) {
    findings.add(invalid(path, goVersions(versions), 'must contain unique version names'));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    findings.add(invalid(path, goVersions(versions), 'must have exactly one version marked as storage version'));
  }
  // Kubernetes also stores the name of the first version in a second field, and reports it there again.
  const [first] = versions;
  const problems = first === undefined || first.name === '' ? '' : dns1035Label(first.name).join(',');
  if (problems !== '') findings.add(invalid('spec.version', first?.name ?? '', problems));
}

/** The subresources of the first version with the name, as in Kubernetes. */
function subresourcesOf(
  { name }: CustomResourceDefinitionVersion,
  versions: readonly CustomResourceDefinitionVersion[],
  common: CustomResourceSubresources | undefined,
): CustomResourceSubresources | undefined {
  return common ?? versions.find((version) => version.name === name)?.subresources;
}

function hasStatus(subresources: CustomResourceSubresources | undefined): boolean {
  return subresources?.status !== undefined;
}

/** Settings shared by all versions. */
function* checkCommon(
  { versions }: CustomResourceDefinitionSpec,
  { common }: HoistedSpec,
  deps: Deps,
  findings: Findings,
): Steps<void> {
  const [first] = versions;
  const { unchangedSchemas, tooManySelectableFields } = deps.options;
  const context = {
    path: PATH,
    schemaField: 'validation' as const,
    hasStatus: versions.some(({ subresources }) => hasStatus(subresources)),
    suppressExpressionCost: first !== undefined && unchangedSchemas.has(first.name),
    allowTooManySelectableFields: versions.every(({ name }) => tooManySelectableFields.has(name)),
  };
  yield* checkSettings(common, context, deps, findings);
}
