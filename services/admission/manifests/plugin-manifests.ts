import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { text } from '@pilothouse/apimachinery/schema/common.js';
import { forbidden, invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { createExpressionCompiler } from '@pilothouse/kinds/admissionregistration/compiler.js';
import { field } from '@pilothouse/runtime/files/document.js';
import type { Capabilities } from '../capabilities.js';
import type { PluginHost } from '../plugin.js';
import { readConfiguration } from '../plugin-configuration.js';
import type { Manifests } from './load.js';
import type { RulesOf } from './restrictions.js';

/** The part of a plugin's configuration that names the directory of its manifests. */
export type ManifestConfiguration = JsonObject & {
  staticManifestsDir?: string;
};

export const MANIFEST_FIELD = field('staticManifestsDir', text, 'optional');

/** Validates the directory. `isAllowed`: the feature gate is on. */
export function manifestErrors({ staticManifestsDir = '' }: ManifestConfiguration, isAllowed: boolean): FieldError[] {
  const path = 'staticManifestsDir';
  if (staticManifestsDir === '') return [];
  if (!isAllowed) {
    const gate = 'the ManifestBasedAdmissionControlConfig feature gate to be enabled';
    return [forbidden(path, `staticManifestsDir requires ${gate}`)];
  }
  if (!isAbsolute(staticManifestsDir)) return [invalid(path, staticManifestsDir, 'must be an absolute file path')];
  const found = statSync(staticManifestsDir, { throwIfNoEntry: false });
  if (found === undefined) {
    const why = `unable to read: stat ${staticManifestsDir}: no such file or directory`;
    return [invalid(path, staticManifestsDir, why)];
  }
  return found.isDirectory() ? [] : [invalid(path, staticManifestsDir, 'must be a directory')];
}

type Host = PluginHost & Pick<Capabilities, 'allowsStaticManifests'>;

/** The directory in the configuration of a plugin for policies, whose kind is the plugin's name with `Configuration`. */
export function policyDirectory(plugin: string, { configuration, domain, allowsStaticManifests }: Host): string {
  if (configuration === undefined) return '';
  const kind = `${plugin}Configuration`;
  const check = (value: ManifestConfiguration): FieldError[] => manifestErrors(value, allowsStaticManifests);
  const form = { group: 'apiserver.config', versions: ['v1'], kind, fields: [MANIFEST_FIELD], check };
  const { staticManifestsDir = '' } = readConfiguration<ManifestConfiguration>(form, configuration, domain);
  return staticManifestsDir;
}

/** Watches the manifests of a plugin; undefined without a directory. Rejects if the first load fails. */
export async function pluginManifests(
  plugin: string,
  directory: string,
  rulesOf: RulesOf,
  host: Pick<PluginHost, 'domain' | 'onError' | 'reloads' | 'signal'> & Pick<Capabilities, 'manifestObserver'>,
): Promise<Changing<Manifests> | undefined> {
  if (directory === '') return undefined;
  const { domain, manifestObserver, onError, reloads, signal } = host;
  const onReload = reloads?.of(`staticManifestsDir of ${plugin}`);
  // The code for YAML is loaded only for a directory.
  const { watchManifests } = await import('./watch.js');
  const compiler = createExpressionCompiler();
  await compiler.load();
  return watchManifests({
    directory,
    rules: rulesOf(domain, compiler),
    onError: (error) => onError(error, `the static manifests of ${plugin}, which stay as they were`),
    onReload(reload) {
      if (reload.status === 'failure') manifestObserver.failed(plugin);
      else manifestObserver.loaded(plugin, reload.hash);
      onReload?.(reload.status);
    },
    signal,
  });
}
