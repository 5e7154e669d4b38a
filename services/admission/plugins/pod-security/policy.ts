import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { invalid, keyPath, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import {
  isEquivalent,
  isStricter,
  LATEST,
  LEVEL_RULE,
  parseLevel,
  parseVersion,
  PRIVILEGED,
  VERSION_RULE,
  type Level,
  type LevelVersion,
  type Version,
} from './level.js';

export const MODES = ['enforce', 'audit', 'warn'] as const;

export type Mode = (typeof MODES)[number];

/** What a namespace demands of its pods, in each mode. */
export type Policy = Readonly<Record<Mode, LevelVersion>>;

export interface LabelledPolicy {
  readonly policy: Policy;
  /** Errors of the labels. The policy is valid all the same: it enforces more, and warns and audits less. */
  readonly errors: readonly FieldError[];
}

export type Labels = Readonly<Record<string, string>>;

/** The keys of a mode's labels. */
export interface ModeLabels {
  readonly level: string;
  readonly version: string;
}

/** The prefix of labels of namespaces and of audit annotations: `pod-security.kubernetes.io/`. */
export function prefixIn(domain: Domain): string {
  return `pod-security.${domain.label}/`;
}

/** The keys of the labels of each mode: `pod-security.kubernetes.io/enforce` and `…/enforce-version`. */
export function labelsIn(domain: Domain): Readonly<Record<Mode, ModeLabels>> {
  const of = (mode: Mode): ModeLabels => ({
    level: `${prefixIn(domain)}${mode}`,
    version: `${prefixIn(domain)}${mode}-version`,
  });
  return { enforce: of('enforce'), audit: of('audit'), warn: of('warn') };
}

export interface PolicyOptions {
  readonly keys: Readonly<Record<Mode, ModeLabels>>;
  /** What applies to namespaces without labels. */
  readonly defaults: Policy;
}

/**
 * The policy of a namespace with these labels. An invalid level counts as restricted in the mode enforce, else as privileged;
 * an invalid version as the latest. An enforced level that is stricter than the default of warnings also warns.
 */
export function policyOf(labels: Labels, { keys, defaults }: PolicyOptions): LabelledPolicy {
  const errors: FieldError[] = [];
  const value = <Value>(key: string, parse: (text: string) => Value | undefined, rule: string) => {
    const text = labels[key];
    if (text === undefined) return undefined;
    const parsed = parse(text);
    if (parsed === undefined) errors.push(invalid(keyPath('metadata.labels', key), text, rule));
    return { parsed };
  };
  const mode = (name: Mode, invalidLevel: Level) => {
    const level = value(keys[name].level, parseLevel, LEVEL_RULE);
    const version = value(keys[name].version, parseVersion, VERSION_RULE);
    const set: LevelVersion = {
      level: level === undefined ? defaults[name].level : (level.parsed ?? invalidLevel),
      version: version === undefined ? defaults[name].version : (version.parsed ?? LATEST),
    };
    return { set, level, version };
  };
  const enforce = mode('enforce', 'restricted');
  const audit = mode('audit', 'privileged');
  const warn = mode('warn', 'privileged');
  const isWarned =
    warn.level === undefined && enforce.level?.parsed !== undefined && isStricter(enforce.level.parsed, warn.set.level);
  const warned = (version: Version): LevelVersion => ({ level: enforce.set.level, version });
  return {
    policy: {
      enforce: enforce.set,
      audit: audit.set,
      warn: isWarned ? warned(warn.version === undefined ? enforce.set.version : warn.set.version) : warn.set,
    },
    errors,
  };
}

export function isFullyPrivileged(policy: Policy): boolean {
  return MODES.every((mode) => policy[mode].level === PRIVILEGED.level);
}

/** Whether both admit the same pods in every mode. */
export function isEquivalentPolicy(one: Policy, other: Policy): boolean {
  return MODES.every((mode) => isEquivalent(one[mode], other[mode]));
}
