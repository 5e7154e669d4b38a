import type { PolicyRule } from '@pilothouse/admission/plugins/policy/rule.js';
import type { Policy } from '@pilothouse/apimachinery/generated/audit/v1.js';
import type { FeatureName } from '@pilothouse/apiserver/features/gates.js';
import type { AuthorizationMode } from '@pilothouse/apiserver/options/authorization.js';
import type { DefinitionSources } from '@pilothouse/client/definitions/definitions.js';
import type { ApiObject } from '@pilothouse/client/resource-type.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';

export interface ControlPlaneOptions {
  /** Directory that stores objects and certificates over restarts; nothing is stored when absent. */
  readonly dataDir?: string;
  /** URLs of an etcd in place of the embedded store. The start waits until it answers or `signal` aborts. */
  readonly etcdServers?: readonly string[];
  /** Prefix of all keys in etcd, which should be unique to the test; `/registry` when absent. */
  readonly etcdPrefix?: string;
  /** A free port when absent. */
  readonly port?: number;
  /** Aborts the start. */
  readonly signal?: AbortSignal;
  /** The authorizers in order, as `--authorization-mode`; Node and RBAC when absent. */
  readonly authorizationModes?: readonly AuthorizationMode[];
  /** Feature gates with other values than their defaults, as `--feature-gates`: `{ WatchList: false }`. */
  readonly featureGates?: Partial<Readonly<Record<FeatureName, boolean>>>;
  /** Admission policies in CEL: the rules, or the text of a policy file (`--policy-file`). */
  readonly policies?: string | readonly PolicyRule[];
  /** The audit policy: its fields, or the text of a file (`--audit-policy-file`). `auditEvents` returns the events. */
  readonly audit?: string | AuditPolicy;
  /** Receives the logs of the server, the controllers and the admission plugins; warnings go to standard error when absent. */
  readonly logger?: Logger;
  /** Users with bearer tokens. */
  readonly users?: readonly TokenUser[];
  /**
   * CustomResourceDefinitions to apply before `objects` are created and the start resolves: values, or paths of files (YAML of one or
   * more documents, or JSON) and of folders with such files. Their kinds are served when the start resolves.
   */
  readonly crds?: DefinitionSources;
  /** Objects to create before the start resolves, in order: values, or YAML of one or more documents. */
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

/** An object of any served kind. Namespaced objects without a namespace are created in `default`. */
export interface InitialObject extends ApiObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}
