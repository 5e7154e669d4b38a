import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { text } from '@pilothouse/apimachinery/schema/common.js';
import { duplicate, invalid, keyPath, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { field, listOf, struct } from '@pilothouse/runtime/files/document.js';
import type { ConfigurationKind } from '../../plugin-configuration.js';
import { LATEST, LEVEL_RULE, parseLevel, parseVersion, PRIVILEGED, VERSION_RULE } from './level.js';
import { MODES, type Mode, type Policy } from './policy.js';

/** The defaults of namespaces without labels. Keys are `enforce`, `enforce-version` and so on. */
type Defaults = { readonly [Key in Mode | `${Mode}-version`]?: string };

/** Kubernetes' PodSecurityConfiguration. */
export type PodSecurityConfiguration = JsonObject & {
  readonly defaults?: Defaults;
  readonly exemptions?: Exemptions;
};

/** Requests to which no policy applies. */
export type Exemptions = {
  readonly usernames?: readonly string[];
  readonly namespaces?: readonly string[];
  readonly runtimeClasses?: readonly string[];
};

export const POD_SECURITY_CONFIGURATION: ConfigurationKind<PodSecurityConfiguration> = {
  group: 'pod-security.admission.config',
  versions: ['v1', 'v1beta1', 'v1alpha1'],
  kind: 'PodSecurityConfiguration',
  fields: [
    field(
      'defaults',
      struct(
        'PodSecurityDefaults',
        MODES.flatMap((mode) => [field(mode, text, 'optional'), field(`${mode}-version`, text, 'optional')]),
      ),
      'optional',
    ),
    field(
      'exemptions',
      struct('PodSecurityExemptions', [
        field('usernames', listOf(text), 'optional'),
        field('namespaces', listOf(text), 'optional'),
        field('runtimeClasses', listOf(text), 'optional'),
      ]),
      'optional',
    ),
  ],
  check: ({ defaults = {}, exemptions = {} }) => [
    ...defaultErrors(defaults),
    ...exemptionErrors('namespaces', exemptions.namespaces, dnsLabel),
    ...exemptionErrors('runtimeClasses', exemptions.runtimeClasses, (name) => dnsSubdomain(name)),
    ...exemptionErrors('usernames', exemptions.usernames, (name) =>
      name === '' ? ['username must not be empty'] : [],
    ),
  ],
};

/** The policy of namespaces without labels. The configuration is valid. */
export function defaultPolicy({ defaults = {} }: Partial<PodSecurityConfiguration>): Policy {
  const of = (mode: Mode) => ({
    level: parseLevel(defaults[mode] ?? '') ?? PRIVILEGED.level,
    version: parseVersion(defaults[`${mode}-version`] ?? '') ?? LATEST,
  });
  return { enforce: of('enforce'), audit: of('audit'), warn: of('warn') };
}

function defaultErrors(defaults: Defaults): FieldError[] {
  return MODES.flatMap((mode) => {
    const [level = '', version = ''] = [defaults[mode], defaults[`${mode}-version`]];
    return [
      ...(level === '' || parseLevel(level) !== undefined ? [] : [invalid(`defaults.${mode}`, level, LEVEL_RULE)]),
      ...(version === '' || parseVersion(version) !== undefined
        ? []
        : [invalid(`defaults.${mode}-version`, version, VERSION_RULE)]),
    ];
  });
}

function exemptionErrors(
  name: keyof Exemptions,
  values: readonly string[] = [],
  problemsOf: (value: string) => readonly string[],
): FieldError[] {
  const valid = new Set<string>();
  return values.flatMap((value, index) => {
    const path = keyPath(`exemptions.${name}`, index);
    const problems = problemsOf(value);
    if (problems.length > 0) return [invalid(path, value, problems.join(', '))];
    if (valid.has(value)) return [duplicate(path, value)];
    valid.add(value);
    return [];
  });
}
