/** The backend and its settings. */
export type StoreOptions = LocalOptions | EtcdOptions;

/** Of an embedded store. */
export type LocalOptions = { readonly type: 'ephemeral' } | EmbeddedOptions;

export interface EmbeddedOptions {
  readonly type: 'embedded';
  readonly directory: string;
  /** Limit for the size of the store's files; the default quota when absent. */
  readonly quotaBytes?: number;
}

export interface EtcdOptions {
  readonly type: 'etcd';
  readonly servers: readonly string[];
  readonly prefix: string;
  readonly caFile?: string;
  readonly clientCertificate?: CertificateFiles;
  readonly credentials?: { readonly username: string; readonly passwordFile: string };
}

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}
