import { PLUGINS } from '@pilothouse/admission/catalog.js';

/** Admission plugins of the API server that can be disabled. The plugins that protect roles and system objects are not listed. */
export const BUILT_IN_PLUGINS = [
  'NamespaceLifecycle',
  'LimitRanger',
  'StorageObjectInUseProtection',
  'OwnerReferencesPermissionEnforcement',
  'PersistentVolumeClaimResize',
  'CertificateApproval',
  'CertificateSigning',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'ResourceQuota',
] as const;

export type BuiltInPluginName = (typeof BUILT_IN_PLUGINS)[number];

const OPTIONAL = PLUGINS.filter(({ isMandatory }) => isMandatory !== true);

/** Admission plugins that can be enabled and disabled by name. */
export const ADMISSION_PLUGINS: readonly AdmissionPluginName[] = [
  ...BUILT_IN_PLUGINS,
  ...OPTIONAL.map(({ name }) => name),
  'ServiceAccount',
  'Priority',
  'DefaultTolerationSeconds',
  'Policy',
];

export type AdmissionPluginName = string;

/** Plugins that are enabled by default. */
export const DEFAULT_PLUGINS: readonly AdmissionPluginName[] = ADMISSION_PLUGINS.filter(
  (name) => !OPTIONAL.some((each) => each.name === name && !each.isDefault),
);

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
