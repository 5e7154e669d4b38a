import { isAbsolute } from 'node:path';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { text } from '@pilothouse/apimachinery/schema/common.js';
import { invalid } from '@pilothouse/apimachinery/status/field-error.js';
import { readKubeconfigUsers } from '@pilothouse/client/kubeconfig.js';
import type { EndpointOptions } from '../webhook-client/endpoint.js';
import { field } from '@pilothouse/runtime/files/document.js';
import type { PluginConfiguration } from '../plugin.js';
import { readConfiguration, type ConfigurationKind } from '../plugin-configuration.js';
import { identifierOf } from './identities.js';

interface WebhookAdmissionConfiguration extends JsonObject {
  kubeConfigFile?: string;
}

const CONFIGURATION: ConfigurationKind<WebhookAdmissionConfiguration> = {
  group: 'apiserver.config',
  versions: ['v1'],
  kind: 'WebhookAdmissionConfiguration',
  fields: [field('kubeConfigFile', text, 'optional')],
  check: ({ kubeConfigFile = '' }) =>
    kubeConfigFile === '' || isAbsolute(kubeConfigFile)
      ? []
      : [invalid('kubeConfigFile', kubeConfigFile, 'must be an absolute file path')],
};

/** How the server identifies itself to webhooks. Rejects for an invalid configuration or an unusable kubeconfig. */
export async function configuredIdentities(
  configuration: PluginConfiguration | undefined,
  domain: Domain,
): Promise<Pick<EndpointOptions, 'identify'>> {
  if (configuration === undefined) return {};
  const { kubeConfigFile = '' } = readConfiguration(CONFIGURATION, configuration, domain);
  return kubeConfigFile === '' ? {} : { identify: identifierOf(await readKubeconfigUsers(kubeConfigFile)) };
}
