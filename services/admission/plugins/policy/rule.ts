import type { LabelSelectorObject } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import type { Operation } from '@pilothouse/runtime/admission-api/service.js';

/** The policy file, in YAML or JSON. */
export type PolicyDocument = {
  readonly version: 1;
  readonly rules: readonly PolicyRule[];
};

export type PolicyRule = {
  /** Unique in the file. Messages and audit annotations contain it. */
  readonly name: string;
  readonly match: RuleMatch;
  /** Available as `variables.<name>`. Evaluated on first use. Each may use earlier variables. */
  readonly variables?: readonly RuleVariable[];
  /** True if the write is valid. */
  readonly expression: string;
  /** Message of a violation. */
  readonly message?: string;
  /** Evaluates to the message. If it fails, `message` is used. */
  readonly messageExpression?: string;
  /** Effect of a violation; `deny` when absent. */
  readonly action?: RuleAction;
  /** Whether a failed evaluation is a violation; `Fail` when absent. */
  readonly failurePolicy?: 'Fail' | 'Ignore';
};

export type RuleAction = 'deny' | 'warn' | 'audit';

/** All fields must match. */
export type RuleMatch = {
  readonly operations: readonly (Operation | '*')[];
  readonly apiGroups: readonly string[];
  /** All versions when absent. */
  readonly apiVersions?: readonly string[];
  readonly resources: readonly string[];
  /** All namespaces when absent. Cluster-scoped objects match no list of namespaces. */
  readonly namespaces?: readonly string[];
  readonly excludeNamespaces?: readonly string[];
  /** Matches the labels of the new or the old object. */
  readonly objectSelector?: LabelSelectorObject;
};

export type RuleVariable = {
  readonly name: string;
  readonly expression: string;
};
