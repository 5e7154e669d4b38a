import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { configMaps } from './core/config-maps.js';
import { namespaces } from './core/namespaces.js';
import { secrets } from './core/secrets.js';
import { serviceAccounts } from './core/service-accounts.js';
import type { ResourceDefinition } from './definition.js';

/** Every built-in resource, in the order in which discovery lists them. */
export function builtInResources(domain: Domain): readonly ResourceDefinition[] {
  return [configMaps, namespaces(domain), secrets(domain), serviceAccounts];
}
