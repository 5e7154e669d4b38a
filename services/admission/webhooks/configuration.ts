import { isAbsolute } from 'node:path';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { text } from '@pilothouse/apimachinery/schema/common.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { readKubeconfigUsers } from '@pilothouse/client/kubeconfig.js';
import type { EndpointOptions } from '@pilothouse/webhook-client/endpoint.js';
import { field } from '@pilothouse/runtime/files/document.js';
import { MANIFEST_FIELD, manifestErrors, type ManifestConfiguration } from '../manifests/plugin-manifests.js';
import type { PluginConfiguration } from '../plugin.js';
import { readConfiguration, type ConfigurationKind } from '../plugin-configuration.js';
import { identifierOf } from './identities.js';

interface WebhookAdmissionConfiguration extends ManifestConfiguration {
  kubeConfigFile?: string;
}

function configurationKind(allowsManifests: boolean): ConfigurationKind<WebhookAdmissionConfiguration> {
  return {
    group: 'apiserver.config',
    versions: ['v1'],
    kind: 'WebhookAdmissionConfiguration',
    fields: [field('kubeConfigFile', text, 'optional'), MANIFEST_FIELD],
    check: (value) => [...kubeconfigErrors(value), ...manifestErrors(value, allowsManifests)],
  };
}

function kubeconfigErrors({ kubeConfigFile = '' }: WebhookAdmissionConfiguration): FieldError[] {
  if (kubeConfigFile === '' || isAbsolute(kubeConfigFile)) return [];
  return [invalid('kubeConfigFile', kubeConfigFile, 'must be an absolute file path')];
}

/** The configuration of a plugin for webhooks. */
export interface WebhookSettings {
  /** How the server identifies itself to webhooks. */
  readonly identities: Pick<EndpointOptions, 'identify'>;
  /** The directory of manifests; empty for none. */
  readonly manifests: string;
}

/** Rejects for an invalid configuration or an unusable kubeconfig. */
export async function webhookSettings(
  configuration: PluginConfiguration | undefined,
  domain: Domain,
  allowsManifests: boolean,
): Promise<WebhookSettings> {
  if (configuration === undefined) return { identities: {}, manifests: '' };
  const kind = configurationKind(allowsManifests);
  const { kubeConfigFile = '', staticManifestsDir = '' } = readConfiguration(kind, configuration, domain);
  const identities = kubeConfigFile === '' ? {} : { identify: identifierOf(await readKubeconfigUsers(kubeConfigFile)) };
  return { identities, manifests: staticManifestsDir };
}
