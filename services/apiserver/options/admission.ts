import { enabledPlugins, pluginProblems, type AdmissionPluginName } from './admission-plugins.js';
import { parseServices, type AdmissionServiceTarget } from './admission-target.js';
import type { FlagValues } from './flags.js';

/** Who has a say in writes. */
export interface AdmissionOptions {
  /** Of the plugins that can be switched off, those that are on. */
  readonly plugins: readonly AdmissionPluginName[];
  /** Services that are asked with the usual settings. */
  readonly services: readonly AdmissionServiceTarget[];
  /** A file that names further ones. */
  readonly configFile?: string;
}

export function admissionOptions(flags: FlagValues): AdmissionOptions {
  const parsed = parseServices(flags['admission-service'] ?? []);
  const configFile = flags['admission-control-config-file'];
  return {
    plugins: enabledPlugins(flags['enable-admission-plugins'] ?? [], flags['disable-admission-plugins'] ?? []),
    services: parsed.ok ? parsed.services : [],
    ...(configFile !== undefined && { configFile }),
  };
}

/** What is wrong with the flags that cannot be told from the text of each. */
export function admissionProblems(flags: FlagValues): string[] {
  const parsed = parseServices(flags['admission-service'] ?? []);
  return [
    ...pluginProblems(flags['enable-admission-plugins'] ?? [], flags['disable-admission-plugins'] ?? []),
    ...(parsed.ok ? [] : [`--admission-service ${parsed.problem}`]),
  ];
}
