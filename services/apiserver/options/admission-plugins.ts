/** Admission plugins of the API server that can be disabled. The plugins that protect roles and system objects are not listed. */
export const BUILT_IN_PLUGINS = [
  'NamespaceLifecycle',
  'LimitRanger',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'OwnerReferencesPermissionEnforcement',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'ResourceQuota',
] as const;

export type BuiltInPluginName = (typeof BUILT_IN_PLUGINS)[number];

/** Admission plugins that can be enabled and disabled by name, with those that the admission package runs in this process. */
export const ADMISSION_PLUGINS = [
  ...BUILT_IN_PLUGINS,
  'ServiceAccount',
  'Priority',
  'DefaultTolerationSeconds',
  'Policy',
] as const;

export type AdmissionPluginName = (typeof ADMISSION_PLUGINS)[number];

/** Plugins that are enabled by default. */
export const DEFAULT_PLUGINS: readonly AdmissionPluginName[] = ADMISSION_PLUGINS;

/** The enabled plugins. `pluginProblems` has checked the names. */
export function enabledPlugins(enable: readonly string[], disable: readonly string[]): readonly AdmissionPluginName[] {
  return ADMISSION_PLUGINS.filter(
    (name) => !disable.includes(name) && (enable.includes(name) || DEFAULT_PLUGINS.includes(name)),
  );
}

/** Unknown and contradicting plugin names. */
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
