import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ScopedResourceSelectorRequirement } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { text } from '@pilothouse/apimachinery/schema/common.js';
import { fieldPath, keyPath, required } from '@pilothouse/apimachinery/status/field-error.js';
import type { LimitedResource } from '@pilothouse/kinds/core/quota/limited-resources.js';
import { field, listOf, struct } from '@pilothouse/runtime/files/document.js';
import type { PluginConfiguration } from '../../plugin.js';
import { readConfiguration, type ConfigurationKind } from '../../plugin-configuration.js';

type Configuration = JsonObject & {
  readonly limitedResources?: readonly {
    readonly apiGroup?: string;
    readonly resource: string;
    readonly matchContains?: readonly string[];
    readonly matchScopes?: readonly ScopedResourceSelectorRequirement[];
  }[];
};

const SCOPE = struct('ScopedResourceSelectorRequirement', [
  field('scopeName', text, 'required'),
  field('operator', text, 'required'),
  field('values', listOf(text), 'optional'),
]);

const LIMITED_RESOURCE = struct('LimitedResource', [
  field('apiGroup', text, 'optional'),
  field('resource', text, 'required'),
  field('matchContains', listOf(text), 'optional'),
  field('matchScopes', listOf(SCOPE), 'optional'),
]);

const CURRENT: ConfigurationKind<Configuration> = {
  group: 'apiserver.config',
  versions: ['v1'],
  kind: 'ResourceQuotaConfiguration',
  fields: [field('limitedResources', listOf(LIMITED_RESOURCE), 'optional')],
  check: ({ limitedResources = [] }) =>
    limitedResources.flatMap(({ resource }, index) =>
      resource === '' ? [required(fieldPath(keyPath('limitedResources', index), 'resource'), '')] : [],
    ),
};

/** The same in the group of older releases of Kubernetes. */
const FORMER: ConfigurationKind<Configuration> = {
  ...CURRENT,
  group: 'resourcequota.admission',
  versions: ['v1beta1', 'v1alpha1'],
  kind: 'Configuration',
};

/** The resources that can be used only under a quota; none without a configuration. Throws like {@link readConfiguration}. */
export function limitedResourcesOf(
  configuration: PluginConfiguration | undefined,
  domain: Domain,
): readonly LimitedResource[] {
  if (configuration === undefined) return [];
  const kind = configuration.value['kind'] === FORMER.kind ? FORMER : CURRENT;
  const { limitedResources = [] } = readConfiguration(kind, configuration, domain);
  return limitedResources.map(({ apiGroup: group = '', resource, matchContains = [], matchScopes = [] }) => ({
    group,
    resource,
    matchContains,
    matchScopes,
  }));
}
