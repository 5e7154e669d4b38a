// Generated from proto/services/kms.proto by `npm run generate`. Do not edit.
import type { Contract, Descriptor } from '../contract.js';

const descriptor: Descriptor = {
  "nested": {
    "v2": {
      "nested": {
        "KeyManagementService": {
          "methods": {
            "Status": {
              "requestType": "StatusRequest",
              "responseType": "StatusResponse"
            },
            "Decrypt": {
              "requestType": "DecryptRequest",
              "responseType": "DecryptResponse"
            },
            "Encrypt": {
              "requestType": "EncryptRequest",
              "responseType": "EncryptResponse"
            }
          }
        },
        "StatusRequest": {
          "fields": {}
        },
        "StatusResponse": {
          "fields": {
            "version": {
              "type": "string",
              "id": 1
            },
            "healthz": {
              "type": "string",
              "id": 2
            },
            "key_id": {
              "type": "string",
              "id": 3
            }
          }
        },
        "DecryptRequest": {
          "fields": {
            "ciphertext": {
              "type": "bytes",
              "id": 1
            },
            "uid": {
              "type": "string",
              "id": 2
            },
            "key_id": {
              "type": "string",
              "id": 3
            },
            "annotations": {
              "keyType": "string",
              "type": "bytes",
              "id": 4
            }
          }
        },
        "DecryptResponse": {
          "fields": {
            "plaintext": {
              "type": "bytes",
              "id": 1
            }
          }
        },
        "EncryptRequest": {
          "fields": {
            "plaintext": {
              "type": "bytes",
              "id": 1
            },
            "uid": {
              "type": "string",
              "id": 2
            }
          }
        },
        "EncryptResponse": {
          "fields": {
            "ciphertext": {
              "type": "bytes",
              "id": 1
            },
            "key_id": {
              "type": "string",
              "id": 2
            },
            "annotations": {
              "keyType": "string",
              "type": "bytes",
              "id": 3
            }
          }
        }
      }
    }
  }
};

/** KeyManagementService is the KMS plugin API v2 of Kubernetes: a plugin encrypts and decrypts the seeds of data keys. */
export interface KeyManagementService {
  /** Status returns the state of the plugin and its present key. The server calls it about every minute. */
  readonly status: { readonly request: StatusRequest; readonly response: StatusResponse };
  /** Decrypt returns what Encrypt encrypted. */
  readonly decrypt: { readonly request: DecryptRequest; readonly response: DecryptResponse };
  /** Encrypt encrypts a seed with the present key. */
  readonly encrypt: { readonly request: EncryptRequest; readonly response: EncryptResponse };
}

export const keyManagementService: Contract<KeyManagementService> = { name: 'v2.KeyManagementService', descriptor };

export interface StatusRequest {
}

export interface StatusResponse {
  /** Version of this API: v2 or v2beta1. */
  readonly version: string;
  /** ok, or the reason why the plugin does not work. */
  readonly healthz: string;
  /** Identifier of the key that encrypts. 1 to 1024 bytes. */
  readonly keyId: string;
}

export interface DecryptRequest {
  readonly ciphertext: Uint8Array;
  /** Identifier of this request, for logs. */
  readonly uid: string;
  /** Key that Encrypt reported. */
  readonly keyId: string;
  /** Annotations that Encrypt returned. */
  readonly annotations: { readonly [key: string]: Uint8Array };
}

export interface DecryptResponse {
  readonly plaintext: Uint8Array;
}

export interface EncryptRequest {
  readonly plaintext: Uint8Array;
  /** Identifier of this request, for logs. */
  readonly uid: string;
}

export interface EncryptResponse {
  /** 1 to 1024 bytes. */
  readonly ciphertext: Uint8Array;
  /** Identifier of the key that encrypted. */
  readonly keyId: string;
  /** Stored in the clear beside the ciphertext. Names are domain names. At most 32 KiB. */
  readonly annotations: { readonly [key: string]: Uint8Array };
}
