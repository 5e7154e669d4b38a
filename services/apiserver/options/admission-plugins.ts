/** The plugins of the API server itself that may be switched off; what protects the system is always on. */
export const BUILT_IN_PLUGINS = ['NamespaceLifecycle', 'OwnerReferencesPermissionEnforcement'] as const;

export type BuiltInPluginName = (typeof BUILT_IN_PLUGINS)[number];

/** Admission plugins that may be switched on and off by their names: also those of the admission service, in the same process. */
export const ADMISSION_PLUGINS = [
  ...BUILT_IN_PLUGINS,
  'ServiceAccount',
  'Priority',
  'DefaultTolerationSeconds',
  'Policy',
] as const;

export type AdmissionPluginName = (typeof ADMISSION_PLUGINS)[number];

/** Those that are on unless they are disabled. */
export const DEFAULT_PLUGINS: readonly AdmissionPluginName[] = ADMISSION_PLUGINS;

/** The plugins that are on; names have been checked. */
export function enabledPlugins(enable: readonly string[], disable: readonly string[]): readonly AdmissionPluginName[] {
  return ADMISSION_PLUGINS.filter(
    (name) => !disable.includes(name) && (enable.includes(name) || DEFAULT_PLUGINS.includes(name)),
  );
}

/** What is wrong with the lists of plugins. */
export function pluginProblems(enable: readonly string[], disable: readonly string[]): string[] {
  const unknown = (flag: string, names: readonly string[]): string[] =>
    names
      .filter((name) => !ADMISSION_PLUGINS.some((known) => known === name))
      .map((name) => `--${flag}: ${JSON.stringify(name)} is none of ${ADMISSION_PLUGINS.join(', ')}`);
  return [
    ...unknown('enable-admission-plugins', enable),
    ...unknown('disable-admission-plugins', disable),
    ...enable
      .filter((name) => disable.includes(name))
      .map((name) => `--enable-admission-plugins and --disable-admission-plugins both name ${name}`),
  ];
}
