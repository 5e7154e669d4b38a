import type { Purpose } from '@pilothouse/runtime/certificates/issue.js';

/** The certificates, keys and kubeconfigs of an installation. Names are unique in the plan. */
export interface Plan {
  readonly authorities: readonly PlannedAuthority[];
  readonly certificates: readonly PlannedCertificate[];
  readonly keys: readonly PlannedKey[];
  readonly sessionKeys: readonly PlannedSessionKey[];
  readonly kubeconfigs: readonly PlannedKubeconfig[];
}

export interface PlannedAuthority {
  readonly name: string;
  readonly commonName: string;
  /** Milliseconds. */
  readonly validity: number;
  /** Milliseconds until every program trusts a successor; the default of the run when absent. */
  readonly propagation?: number;
}

export interface PlannedCertificate {
  readonly name: string;
  /** Name of the issuing authority. It may be outside the plan. */
  readonly authority: string;
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly purpose: Exclude<Purpose, { type: 'ca' }>;
  /** Milliseconds. */
  readonly validity: number;
}

/** A signing key for service account tokens. */
export interface PlannedKey {
  readonly name: string;
}

/** A key that seals the session cookies of the console. */
export interface PlannedSessionKey {
  readonly name: string;
}

export interface PlannedKubeconfig {
  readonly name: string;
  /** Name of the client certificate. It may be outside the plan. */
  readonly certificate: string;
  /** Name of the authority that verifies the server. It may be outside the plan. */
  readonly authority: string;
  readonly server: string;
  /** The default namespace of the context. */
  readonly namespace?: string;
}
