/** EncryptionConfiguration of Kubernetes, version v1, with the defaults set. */
export interface EncryptionConfiguration {
  readonly resources: readonly ResourceConfiguration[];
}

export interface ResourceConfiguration {
  /** Such as `secrets`, `deployments.apps`, `*.`, `*.apps` and `*.*`. */
  readonly resources: readonly string[];
  readonly providers: readonly ProviderConfiguration[];
}

/** Exactly one field of a valid configuration is set. */
export interface ProviderConfiguration {
  readonly aesgcm?: KeysConfiguration;
  readonly aescbc?: KeysConfiguration;
  readonly secretbox?: KeysConfiguration;
  readonly identity?: object;
  readonly kms?: KmsConfiguration;
}

export interface KeysConfiguration {
  readonly keys: readonly KeyConfiguration[];
}

export interface KeyConfiguration {
  readonly name: string;
  /** Base64. */
  readonly secret: string;
}

export interface KmsConfiguration {
  readonly apiVersion: string;
  readonly name: string;
  readonly cachesize?: number;
  /** Such as `unix:///run/kms.sock`. */
  readonly endpoint: string;
  /** Milliseconds. */
  readonly timeout: number;
}
