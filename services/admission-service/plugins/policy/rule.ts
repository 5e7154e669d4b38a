import type { LabelSelectorObject } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import type { Operation } from '@pilothouse/runtime/admission-api/service.js';

/** The policy file, in YAML or JSON. */
export type PolicyDocument = {
  readonly version: 1;
  readonly rules: readonly PolicyRule[];
};

export type PolicyRule = {
  /** Unique in the file; messages and the audit log know the rule by it. */
  readonly name: string;
  readonly match: RuleMatch;
  /** Are evaluated when an expression first asks for them, as `variables.<name>`; each may use those before it. */
  readonly variables?: readonly RuleVariable[];
  /** Whether all is well. */
  readonly expression: string;
  /** Why not. */
  readonly message?: string;
  /** Makes the message; where it fails, `message` counts. */
  readonly messageExpression?: string;
  /** What happens when all is not well; `deny` when absent. */
  readonly action?: RuleAction;
  /** What counts where the expression has no value: `Fail`, as when absent, that all is not well. */
  readonly failurePolicy?: 'Fail' | 'Ignore';
};

export type RuleAction = 'deny' | 'warn' | 'audit';

/** All of what is there must match. */
export type RuleMatch = {
  readonly operations: readonly (Operation | '*')[];
  readonly apiGroups: readonly string[];
  /** All when absent. */
  readonly apiVersions?: readonly string[];
  readonly resources: readonly string[];
  /** Only in these; objects outside of namespaces then do not match. */
  readonly namespaces?: readonly string[];
  readonly excludeNamespaces?: readonly string[];
  /** Matches by the labels of the object as it is to be, or as it is. */
  readonly objectSelector?: LabelSelectorObject;
};

export type RuleVariable = {
  readonly name: string;
  readonly expression: string;
};
