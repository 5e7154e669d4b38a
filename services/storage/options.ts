/** Where objects are kept. */
export type StoreOptions = { readonly type: 'ephemeral' } | EmbeddedOptions | EtcdOptions;

export interface EmbeddedOptions {
  readonly type: 'embedded';
  readonly directory: string;
  /** The most bytes that the files of the store may take; the usual quota when absent. */
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
