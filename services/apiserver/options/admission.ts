import { pluginOptions, type PluginOptions } from '@pilothouse/admission/plugin-options.js';
import { enabledPlugins, pluginProblems } from './admission-plugins.js';
import { parseServices, type AdmissionServiceTarget } from './admission-target.js';
import type { FlagValues } from './flags.js';

/** Options of admission control. */
export interface AdmissionOptions {
  /** The enabled ones of the plugins that can be disabled. */
  readonly plugins: readonly string[];
  /** The settings of plugins that are flags. */
  readonly options: PluginOptions;
  /** Services with default settings. */
  readonly services: readonly AdmissionServiceTarget[];
  /** File of further services. */
  readonly configFile?: string;
}

export function admissionOptions(flags: FlagValues): AdmissionOptions {
  const parsed = parseServices(flags['admission-service'] ?? []);
  const configFile = flags['admission-control-config-file'];
  return {
    plugins: enabledPlugins(flags['enable-admission-plugins'] ?? [], flags['disable-admission-plugins'] ?? []),
    options: pluginOptions(flags),
    services: parsed.ok ? parsed.services : [],
    ...(configFile !== undefined && { configFile }),
  };
}

/** Problems of combinations and values that the flag types do not check. */
export function admissionProblems(flags: FlagValues): string[] {
  const parsed = parseServices(flags['admission-service'] ?? []);
  return [
    ...pluginProblems(flags['enable-admission-plugins'] ?? [], flags['disable-admission-plugins'] ?? []),
    ...(parsed.ok ? [] : [`--admission-service ${parsed.problem}`]),
  ];
}
