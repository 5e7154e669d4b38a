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

/** Says whose a bearer token is. */
export interface TokenReviewService {
  /** Answers for every token that can be judged, good or bad. Fails with UNAVAILABLE where one that it has to ask does not answer, and with RESOURCE_EXHAUSTED for a client that asks too often. */
  readonly review: { readonly request: TokenReviewRequest; readonly response: TokenReviewResponse };
}

export const tokenReviewService: Contract<TokenReviewService> = { name: 'pilothouse.tokenreview.v1.TokenReviewService', descriptor };

export interface TokenReviewRequest {
  /** The token, as it stands behind "Bearer". */
  readonly token: string;
  /** The token must be for one of them. Empty: for the audiences of the service itself. */
  readonly audiences: readonly string[];
}

export interface TokenReviewResponse {
  /** Whether the token is known and good. */
  readonly authenticated: boolean;
  /** Whose it is; only where it is good. */
  readonly user: UserInfo | null;
  /** Those of the audiences that were asked for, for whom the token is. */
  readonly audiences: readonly string[];
  /** Why a token that was recognised is refused. Empty for one that nobody knows. */
  readonly error: string;
  /** When the token ends; absent where that is not known. */
  readonly expires: Timestamp | null;
}

export interface UserInfo {
  readonly username: string;
  /** Unique over time; may be empty. */
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: { readonly [key: string]: ExtraValue };
}

export interface ExtraValue {
  readonly items: readonly string[];
}
