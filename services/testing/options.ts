import type { PolicyRule } from '@pilothouse/admission/plugins/policy/rule.js';
import type { Policy } from '@pilothouse/apimachinery/generated/audit/v1.js';
import type { FeatureName } from '@pilothouse/apiserver/features/gates.js';
import type { AuthorizationMode } from '@pilothouse/apiserver/options/authorization.js';
import type { ApiObject } from '@pilothouse/client/resource-type.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';

export interface ControlPlaneOptions {
  /** The directory that keeps objects and certificates from one start to the next; nothing is kept when absent. */
  readonly dataDir?: string;
  /** URLs of an etcd that stores the objects instead of the built-in store. The start waits until it answers or `signal` is aborted. */
  readonly etcdServers?: readonly string[];
  /** The prefix of all keys in etcd: give every test its own. `/registry` when absent. */
  readonly etcdPrefix?: string;
  /** A free port when absent. */
  readonly port?: number;
  /** Aborting it cancels a start that is under way, which then rejects. */
  readonly signal?: AbortSignal;
  /** The authorizers in order, as `--authorization-mode`; RBAC when absent. */
  readonly authorizationModes?: readonly AuthorizationMode[];
  /** Feature gates that are not at their default, as `--feature-gates`: `{ WatchList: false }`. */
  readonly featureGates?: Partial<Readonly<Record<FeatureName, boolean>>>;
  /** Admission policies in CEL: the rules, or the text of a policy file (`--policy-file`). */
  readonly policies?: string | readonly PolicyRule[];
  /** The audit policy: its fields, or the text of a file (`--audit-policy-file`). `auditEvents` returns what is recorded. */
  readonly audit?: string | AuditPolicy;
  /** Receives what the server, the controllers and the admission plugins log; warnings go to standard error when absent. */
  readonly logger?: Logger;
  /** Users that sign in with a bearer token. */
  readonly users?: readonly TokenUser[];
  /**
   * CustomResourceDefinitions that are applied before the start resolves, and before `objects` are created: values, or paths of files
   * (YAML of one or more documents, or JSON) and of folders with such files. Their kinds are served when the start resolves.
   */
  readonly crds?: readonly (string | URL | Definition)[];
  /** Objects that are created before the start resolves, in order: values, or YAML of one or more documents. */
  readonly objects?: string | readonly InitialObject[];
}

export type AuditPolicy = Omit<Policy, 'kind' | 'apiVersion' | 'metadata'>;

/** A user of the control plane. */
export interface User {
  readonly name: string;
  /** `system:authenticated` is always added. */
  readonly groups?: readonly string[];
}

export interface TokenUser extends User {
  readonly token: string;
  readonly uid?: string;
}

/** A CustomResourceDefinition, also as the type of another library has it. */
export interface Definition {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: object;
  readonly spec: object;
}

/** An object of any kind that is served. Namespaced objects without a namespace are created in `default`. */
export interface InitialObject extends ApiObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}
