import { PLUGINS } from '@pilothouse/admission/catalog.js';

const OPTIONAL = PLUGINS.filter(({ isMandatory }) => isMandatory !== true);

/** The names of the plugins that can be enabled and disabled. */
export const ADMISSION_PLUGINS: readonly string[] = OPTIONAL.map(({ name }) => name);

/** Plugins that are enabled by default. */
export const DEFAULT_PLUGINS: readonly string[] = OPTIONAL.filter(({ isDefault }) => isDefault).map(({ name }) => name);

/** The enabled plugins. `pluginProblems` has checked the names. */
export function enabledPlugins(enable: readonly string[], disable: readonly string[]): readonly string[] {
  return ADMISSION_PLUGINS.filter(
    (name) => !disable.includes(name) && (enable.includes(name) || DEFAULT_PLUGINS.includes(name)),
  );
}

/** Unknown and contradicting plugin names. */
export function pluginProblems(enable: readonly string[], disable: readonly string[]): string[] {
  const unknown = (flag: string, names: readonly string[]): string[] =>
    names
      .filter((name) => !ADMISSION_PLUGINS.includes(name))
      .map((name) => `--${flag}: ${JSON.stringify(name)} is none of ${ADMISSION_PLUGINS.join(', ')}`);
  return [
    ...unknown('enable-admission-plugins', enable),
    ...unknown('disable-admission-plugins', disable),
    ...enable
      .filter((name) => disable.includes(name))
      .map((name) => `--enable-admission-plugins and --disable-admission-plugins both name ${name}`),
  ];
}
