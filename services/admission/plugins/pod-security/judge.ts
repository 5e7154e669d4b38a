import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { forbidden } from '../../forbidden.js';
import type { Violation } from './checks/check.js';
import type { PodSecurityContext } from './context.js';
import { checkedPod, violationsText } from './evaluate.js';
import { isSame, levelVersionText, type LevelVersion } from './level.js';
import type { LabelledPolicy } from './policy.js';

/** A pod, or the template of pods. */
export interface Judged {
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
}

export type Annotate = (key: 'enforce-policy' | 'audit-violations' | 'exempt' | 'error', value: string) => void;

/** The function that adds an audit annotation with the plugin's prefix. */
export function annotateIn({ prefix }: PodSecurityContext, { annotate }: AdmissionAttributes): Annotate {
  return (key, value) => annotate(`${prefix}${key}`, value);
}

export interface JudgeOptions {
  readonly context: PodSecurityContext;
  readonly attributes: AdmissionAttributes;
  readonly labelled: LabelledPolicy;
  /** Only pods are refused. Templates are audited and warned about. */
  readonly isEnforced: boolean;
}

/** Applies the policy of a namespace in every mode. Throws a StatusError (403) for a pod that violates the enforced one. */
export function judge({ metadata, spec }: Judged, options: JudgeOptions): void {
  const { context, attributes, labelled, isEnforced } = options;
  const { counts } = context;
  const { policy, errors } = labelled;
  const annotate = annotateIn(context, attributes);
  if (context.isExemptClass(spec)) {
    counts.exempted(attributes);
    annotate('exempt', 'runtimeClass');
    return;
  }
  if (errors.length > 0) {
    const texts = errors.map(fieldErrorText);
    annotate('error', `Failed to parse policy: ${texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`}`);
    counts.failed(false, attributes);
  }
  const pod = checkedPod(metadata.annotations, spec);
  const known: { readonly of: LevelVersion; readonly violations: readonly Violation[] }[] = [];
  const violationsOf = (of: LevelVersion): readonly Violation[] => {
    const same = known.find((each) => isSame(each.of, of));
    if (same !== undefined) return same.violations;
    const violations = context.evaluate(of, pod);
    known.push({ of, violations });
    return violations;
  };
  const { enforce, audit, warn } = policy;
  const refused = isEnforced ? violationsOf(enforce) : [];
  if (isEnforced) {
    annotate('enforce-policy', levelVersionText(enforce));
    counts.evaluated(refused.length > 0 ? 'deny' : 'allow', enforce, 'enforce', attributes);
  }
  const audited = violationsOf(audit);
  if (audited.length > 0) {
    annotate('audit-violations', `would violate ${violationText(audit, audited)}`);
    counts.evaluated('deny', audit, 'audit', attributes);
  }
  if (refused.length > 0) throw forbidden(attributes, `violates ${violationText(enforce, refused)}`);
  const warned = violationsOf(warn);
  if (warned.length > 0) {
    attributes.warn(`would violate ${violationText(warn, warned)}`);
    counts.evaluated('deny', warn, 'warn', attributes);
  }
}

/** `PodSecurity "restricted:latest": …`. */
function violationText(policy: LevelVersion, violations: readonly Violation[]): string {
  return `PodSecurity ${JSON.stringify(levelVersionText(policy))}: ${violationsText(violations)}`;
}
