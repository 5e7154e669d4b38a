import type { Purpose } from '@pilothouse/runtime/certificates/issue.js';

/** All that an installation needs to know its own, each thing under a name of its own. */
export interface Plan {
  readonly authorities: readonly PlannedAuthority[];
  readonly certificates: readonly PlannedCertificate[];
  readonly keys: readonly PlannedKey[];
  readonly kubeconfigs: readonly PlannedKubeconfig[];
}

export interface PlannedAuthority {
  readonly name: string;
  readonly commonName: string;
  /** Milliseconds. */
  readonly validity: number;
  /** How long it takes until all who trust it know its successor, in milliseconds; as long as for everything else when absent. */
  readonly propagation?: number;
}

export interface PlannedCertificate {
  readonly name: string;
  /** The name of the authority that issues it. It need not be one of the plan's. */
  readonly authority: string;
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly purpose: Exclude<Purpose, { type: 'ca' }>;
  /** Milliseconds. */
  readonly validity: number;
}

/** Signs tokens of service accounts. */
export interface PlannedKey {
  readonly name: string;
}

export interface PlannedKubeconfig {
  readonly name: string;
  /** The name of the client certificate. It need not be one of the plan's. */
  readonly certificate: string;
  /** The name of the authority that vouches for the server. It need not be one of the plan's. */
  readonly authority: string;
  readonly server: string;
  /** Where commands work that name no namespace. */
  readonly namespace?: string;
}
