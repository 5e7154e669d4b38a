// Generated from proto/services/token_review.proto by `npm run generate`. Do not edit.
import type { Contract, Descriptor } from '../contract.js';
import type { Timestamp } from '../timestamp.js';

const descriptor: Descriptor = {
  "nested": {
    "pilothouse": {
      "nested": {
        "tokenreview": {
          "nested": {
            "v1": {
              "nested": {
                "TokenReviewService": {
                  "methods": {
                    "Review": {
                      "requestType": "TokenReviewRequest",
                      "responseType": "TokenReviewResponse"
                    }
                  }
                },
                "TokenReviewRequest": {
                  "fields": {
                    "token": {
                      "type": "string",
                      "id": 1
                    },
                    "audiences": {
                      "rule": "repeated",
                      "type": "string",
                      "id": 2
                    }
                  }
                },
                "TokenReviewResponse": {
                  "fields": {
                    "authenticated": {
                      "type": "bool",
                      "id": 1
                    },
                    "user": {
                      "type": "UserInfo",
                      "id": 2
                    },
                    "audiences": {
                      "rule": "repeated",
                      "type": "string",
                      "id": 3
                    },
                    "error": {
                      "type": "string",
                      "id": 4
                    },
                    "expires": {
                      "type": "google.protobuf.Timestamp",
                      "id": 5
                    }
                  }
                },
                "UserInfo": {
                  "fields": {
                    "username": {
                      "type": "string",
                      "id": 1
                    },
                    "uid": {
                      "type": "string",
                      "id": 2
                    },
                    "groups": {
                      "rule": "repeated",
                      "type": "string",
                      "id": 3
                    },
                    "extra": {
                      "keyType": "string",
                      "type": "ExtraValue",
                      "id": 4
                    }
                  }
                },
                "ExtraValue": {
                  "fields": {
                    "items": {
                      "rule": "repeated",
                      "type": "string",
                      "id": 1
                    }
                  }
                }
              }
            }
          }
        }
      }
    },
    "google": {
      "nested": {
        "protobuf": {
          "nested": {
            "Timestamp": {
              "fields": {
                "seconds": {
                  "type": "int64",
                  "id": 1
                },
                "nanos": {
                  "type": "int32",
                  "id": 2
                }
              }
            }
          }
        }
      }
    }
  }
};

/** TokenReviewService authenticates bearer tokens. */
export interface TokenReviewService {
  /** Review returns an answer for every token that can be checked, valid or not. It fails with UNAVAILABLE if a source of tokens does not respond, and with RESOURCE_EXHAUSTED if the client sends too many requests. */
  readonly review: { readonly request: TokenReviewRequest; readonly response: TokenReviewResponse };
}

export const tokenReviewService: Contract<TokenReviewService> = { name: 'pilothouse.tokenreview.v1.TokenReviewService', descriptor };

export interface TokenReviewRequest {
  /** Token from the Authorization header, without "Bearer". */
  readonly token: string;
  /** Audiences of which the token must have at least one. Empty means the audiences of the service. */
  readonly audiences: readonly string[];
}

export interface TokenReviewResponse {
  /** Whether the token is known and valid. */
  readonly authenticated: boolean;
  /** User of the token. Set only for a valid token. */
  readonly user: UserInfo | null;
  /** Requested audiences that the token is intended for. */
  readonly audiences: readonly string[];
  /** Reason why a recognized token is refused. Empty for an unknown token. */
  readonly error: string;
  /** Expiration time of the token. Absent if it is unknown. */
  readonly expires: Timestamp | null;
}

export interface UserInfo {
  readonly username: string;
  /** Identifier of the user, unique over time. May be empty. */
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: { readonly [key: string]: ExtraValue };
}

export interface ExtraValue {
  readonly items: readonly string[];
}
