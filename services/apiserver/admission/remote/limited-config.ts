import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { ScopedResourceSelectorRequirement } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { LimitedResource } from '@pilothouse/kinds/core/quota/limited-resources.js';
import { list, mapping, optionalText, refuseOthers, texts } from './config-values.js';

/** Parses a limited resource, with the fields of Kubernetes' ResourceQuotaConfiguration. Throws Errors with the field. */
export function limitedResourceOf(value: JsonValue, path: string): LimitedResource {
  const limited = mapping(value, path);
  refuseOthers(limited, path, ['apiGroup', 'resource', 'matchContains', 'matchScopes']);
  const resource = optionalText(limited['resource'], `${path}.resource`);
  if (resource === undefined) throw new Error(`${path}.resource: must be a string`);
  const { matchContains, matchScopes } = limited;
  const scopesPath = `${path}.matchScopes`;
  return {
    group: optionalText(limited['apiGroup'], `${path}.apiGroup`) ?? '',
    resource,
    matchContains: matchContains === undefined ? [] : texts(matchContains, `${path}.matchContains`),
    matchScopes:
      matchScopes === undefined
        ? []
        : list(matchScopes, scopesPath).map((scope, index) => scopeOf(scope, `${scopesPath}[${index}]`)),
  };
}

function scopeOf(value: JsonValue, path: string): ScopedResourceSelectorRequirement {
  const scope = mapping(value, path);
  refuseOthers(scope, path, ['scopeName', 'operator', 'values']);
  const [scopeName, operator] = ['scopeName', 'operator'].map((name) => {
    const text = optionalText(scope[name], `${path}.${name}`);
    if (text === undefined) throw new Error(`${path}.${name}: must be a string`);
    return text;
  });
  const { values } = scope;
  return {
    scopeName: scopeName ?? '',
    operator: operator ?? '',
    ...(values !== undefined && { values: texts(values, `${path}.values`) }),
  };
}
