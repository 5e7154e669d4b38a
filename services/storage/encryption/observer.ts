/** Receives what the encryption does, for metrics. */
export interface EncryptionObserver {
  /**
   * Each transformation of a value of a resource. `prefix` is that of the provider; `identity` or `unknown` in reads. A provider with
   * keys also reports that of the key, such as `key1:`. `status` is `OK`, Go's name of the gRPC status of a plugin, or another text.
   */
  readonly transformed: (
    resource: string,
    type: TransformationType,
    transformation: { readonly prefix: string; readonly seconds: number; readonly status: string },
  ) => void;
  readonly kms: KmsObserver;
  /** The hash of the configuration in use, at the start and after each reload. */
  readonly configured: (hash: string) => void;
  /** Each automatic reload. */
  readonly reloaded: (status: 'success' | 'failure') => void;
}

export type TransformationType = 'from_storage' | 'to_storage';

/** `provider` is the name of a KMS provider. */
export interface KmsObserver {
  /** Each call: its full method name, seconds, and Go's name of the status code. */
  readonly called: (provider: string, method: string, seconds: number, code: string) => void;
  readonly keyUsed: (provider: string, type: TransformationType, keyId: string) => void;
  readonly keyReported: (provider: string, keyId: string) => void;
  readonly invalidKeyReported: (provider: string, code: string) => void;
  /** A new seed was drawn in this time. */
  readonly generated: (seconds: number) => void;
  /** A value needs a call of the plugin, since its seed is not known. */
  readonly missed: () => void;
  /** The number of known seeds. */
  readonly seeds: (provider: string, count: number) => void;
}
