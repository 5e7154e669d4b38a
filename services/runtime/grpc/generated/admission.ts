// Generated from proto/services/admission.proto by `npm run generate`. Do not edit.
import type { Contract, Descriptor } from '../contract.js';

const descriptor: Descriptor = {
  "nested": {
    "pilothouse": {
      "nested": {
        "admission": {
          "nested": {
            "v1": {
              "nested": {
                "AdmissionService": {
                  "methods": {
                    "Describe": {
                      "requestType": "DescribeRequest",
                      "responseType": "DescribeResponse"
                    },
                    "Review": {
                      "requestType": "AdmissionRequest",
                      "responseType": "AdmissionResponse"
                    },
                    "ReviewBatches": {
                      "requestType": "ReviewBatch",
                      "requestStream": true,
                      "responseType": "AnswerBatch",
                      "responseStream": true
                    }
                  }
                },
                "ReviewBatch": {
                  "fields": {
                    "reviews": {
                      "rule": "repeated",
                      "type": "NumberedReview",
                      "id": 1
                    },
                    "cancelled": {
                      "rule": "repeated",
                      "type": "uint32",
                      "id": 2
                    }
                  }
                },
                "NumberedReview": {
                  "fields": {
                    "id": {
                      "type": "uint32",
                      "id": 1
                    },
                    "request": {
                      "type": "AdmissionRequest",
                      "id": 2
                    }
                  }
                },
                "AnswerBatch": {
                  "fields": {
                    "admitted": {
                      "rule": "repeated",
                      "type": "uint32",
                      "id": 1
                    },
                    "answers": {
                      "rule": "repeated",
                      "type": "NumberedAnswer",
                      "id": 2
                    },
                    "revision": {
                      "type": "string",
                      "id": 3
                    }
                  }
                },
                "NumberedAnswer": {
                  "fields": {
                    "id": {
                      "type": "uint32",
                      "id": 1
                    },
                    "response": {
                      "type": "AdmissionResponse",
                      "id": 2
                    },
                    "failure": {
                      "type": "Failure",
                      "id": 3
                    }
                  }
                },
                "Failure": {
                  "fields": {
                    "code": {
                      "type": "string",
                      "id": 1
                    },
                    "message": {
                      "type": "string",
                      "id": 2
                    }
                  }
                },
                "DescribeRequest": {
                  "fields": {}
                },
                "DescribeResponse": {
                  "fields": {
                    "plugins": {
                      "rule": "repeated",
                      "type": "Plugin",
                      "id": 1
                    },
                    "revision": {
                      "type": "string",
                      "id": 2
                    }
                  }
                },
                "Plugin": {
                  "fields": {
                    "name": {
                      "type": "string",
                      "id": 1
                    },
                    "rules": {
                      "rule": "repeated",
                      "type": "Rule",
                      "id": 2
                    },
                    "phases": {
                      "rule": "repeated",
                      "type": "Phase",
                      "id": 3
                    },
                    "side_effects": {
                      "type": "SideEffects",
                      "id": 4
                    },
                    "reinvocation": {
                      "type": "Reinvocation",
                      "id": 5
                    },
                    "timeout_milliseconds": {
                      "type": "uint32",
                      "id": 6
                    }
                  }
                },
                "Rule": {
                  "fields": {
                    "operations": {
                      "rule": "repeated",
                      "type": "string",
                      "id": 1
                    },
                    "api_groups": {
                      "rule": "repeated",
                      "type": "string",
                      "id": 2
                    },
                    "api_versions": {
                      "rule": "repeated",
                      "type": "string",
                      "id": 3
                    },
                    "resources": {
                      "rule": "repeated",
                      "type": "string",
                      "id": 4
                    },
                    "scope": {
                      "type": "Scope",
                      "id": 5
                    }
                  }
                },
                "Scope": {
                  "values": {
                    "SCOPE_UNSPECIFIED": 0,
                    "SCOPE_NAMESPACED": 1,
                    "SCOPE_CLUSTER": 2
                  }
                },
                "Phase": {
                  "values": {
                    "PHASE_UNSPECIFIED": 0,
                    "PHASE_MUTATE": 1,
                    "PHASE_VALIDATE": 2
                  }
                },
                "SideEffects": {
                  "values": {
                    "SIDE_EFFECTS_UNSPECIFIED": 0,
                    "SIDE_EFFECTS_NONE": 1,
                    "SIDE_EFFECTS_NONE_ON_DRY_RUN": 2,
                    "SIDE_EFFECTS_SOME": 3
                  }
                },
                "Reinvocation": {
                  "values": {
                    "REINVOCATION_UNSPECIFIED": 0,
                    "REINVOCATION_NEVER": 1,
                    "REINVOCATION_IF_NEEDED": 2
                  }
                },
                "Operation": {
                  "values": {
                    "OPERATION_UNSPECIFIED": 0,
                    "OPERATION_CREATE": 1,
                    "OPERATION_UPDATE": 2,
                    "OPERATION_DELETE": 3,
                    "OPERATION_CONNECT": 4
                  }
                },
                "AdmissionRequest": {
                  "fields": {
                    "uid": {
                      "type": "string",
                      "id": 1
                    },
                    "phase": {
                      "type": "Phase",
                      "id": 2
                    },
                    "plugins": {
                      "rule": "repeated",
                      "type": "string",
                      "id": 3
                    },
                    "operation": {
                      "type": "Operation",
                      "id": 4
                    },
                    "kind": {
                      "type": "Kind",
                      "id": 5
                    },
                    "resource": {
                      "type": "Resource",
                      "id": 6
                    },
                    "subresource": {
                      "type": "string",
                      "id": 7
                    },
                    "namespace": {
                      "type": "string",
                      "id": 8
                    },
                    "name": {
                      "type": "string",
                      "id": 9
                    },
                    "object": {
                      "type": "bytes",
                      "id": 10
                    },
                    "old_object": {
                      "type": "bytes",
                      "id": 11
                    },
                    "options": {
                      "type": "bytes",
                      "id": 12
                    },
                    "user": {
                      "type": "UserInfo",
                      "id": 13
                    },
                    "dry_run": {
                      "type": "bool",
                      "id": 14
                    }
                  }
                },
                "Kind": {
                  "fields": {
                    "group": {
                      "type": "string",
                      "id": 1
                    },
                    "version": {
                      "type": "string",
                      "id": 2
                    },
                    "kind": {
                      "type": "string",
                      "id": 3
                    }
                  }
                },
                "Resource": {
                  "fields": {
                    "group": {
                      "type": "string",
                      "id": 1
                    },
                    "version": {
                      "type": "string",
                      "id": 2
                    },
                    "resource": {
                      "type": "string",
                      "id": 3
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
                },
                "AdmissionResponse": {
                  "fields": {
                    "uid": {
                      "type": "string",
                      "id": 1
                    },
                    "allowed": {
                      "type": "bool",
                      "id": 2
                    },
                    "status": {
                      "type": "Status",
                      "id": 3
                    },
                    "refused_by": {
                      "type": "string",
                      "id": 4
                    },
                    "patch": {
                      "type": "bytes",
                      "id": 5
                    },
                    "changed_by": {
                      "rule": "repeated",
                      "type": "string",
                      "id": 6
                    },
                    "warnings": {
                      "rule": "repeated",
                      "type": "string",
                      "id": 7
                    },
                    "audit_annotations": {
                      "rule": "repeated",
                      "type": "AuditAnnotation",
                      "id": 8
                    },
                    "revision": {
                      "type": "string",
                      "id": 9
                    }
                  }
                },
                "Status": {
                  "fields": {
                    "code": {
                      "type": "int32",
                      "id": 1
                    },
                    "reason": {
                      "type": "string",
                      "id": 2
                    },
                    "message": {
                      "type": "string",
                      "id": 3
                    },
                    "details": {
                      "type": "bytes",
                      "id": 4
                    }
                  }
                },
                "AuditAnnotation": {
                  "fields": {
                    "plugin": {
                      "type": "string",
                      "id": 1
                    },
                    "key": {
                      "type": "string",
                      "id": 2
                    },
                    "value": {
                      "type": "string",
                      "id": 3
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
};

/** AdmissionService admits writes through the API. Its plugins can change or refuse objects. */
export interface AdmissionService {
  /** Describe returns the plugins and the requests that they want to see. The API server calls it for each connection, and periodically. It never sends a request that no plugin wants. */
  readonly describe: { readonly request: DescribeRequest; readonly response: DescribeResponse };
  /** Review asks several plugins of the service about one write, in one phase. The API server repeats a request whose answer was lost, with the same uid. A status code other than OK means that there is no answer. A refusal is an answer. */
  readonly review: { readonly request: AdmissionRequest; readonly response: AdmissionResponse };
  /** ReviewBatches asks many questions on one stream, which stays open. It costs a fraction of as many calls, because a message carries all questions of one moment, and so do the answers. Answers come in any order, in messages of any size. The API server uses Review if the service does not implement it, for large objects, and to repeat a request whose answer was lost. */
  readonly reviewBatches: { readonly request: ReviewBatch; readonly response: AnswerBatch; readonly isStream: true };
}

export const admissionService: Contract<AdmissionService> = { name: 'pilothouse.admission.v1.AdmissionService', descriptor };

export interface ReviewBatch {
  readonly reviews: readonly NumberedReview[];
  /** Numbers of questions to which the API server no longer waits for the answer. */
  readonly cancelled: readonly number[];
}

export interface NumberedReview {
  /** Number of the question. Unique on the stream. */
  readonly id: number;
  readonly request: AdmissionRequest | null;
}

export interface AnswerBatch {
  /** Numbers of the questions whose requests all plugins admit, with no change, no warning and no annotation. */
  readonly admitted: readonly number[];
  /** Other answers. */
  readonly answers: readonly NumberedAnswer[];
  /** Revision of the plugins that admitted the requests. */
  readonly revision: string;
}

export interface NumberedAnswer {
  /** Number of the question. */
  readonly id: number;
  /** The answer. Absent after a failure. */
  readonly response: AdmissionResponse | null;
  readonly failure: Failure | null;
}

/** Failure tells why there is no answer to a question on a stream. */
export interface Failure {
  /** Name of a gRPC status code, such as UNAVAILABLE. The API server treats it as the status of a call. */
  readonly code: string;
  readonly message: string;
}

export interface DescribeRequest {
}

export interface DescribeResponse {
  /** Plugins in the order in which they run. */
  readonly plugins: readonly Plugin[];
  /** Identifier of the set of plugins. It changes when the plugins change, and every answer contains it. */
  readonly revision: string;
}

export interface Plugin {
  /** Name of the plugin in errors and in the audit log. Unique in the service. */
  readonly name: string;
  /** Rules that select requests. The plugin sees each request that at least one rule matches. */
  readonly rules: readonly Rule[];
  /** Phases in which the plugin is called. */
  readonly phases: readonly (Phase | number)[];
  /** Side effects of the plugin. Unspecified means SOME. */
  readonly sideEffects: SideEffects | number;
  /** Whether the plugin is called again. Unspecified means NEVER. */
  readonly reinvocation: Reinvocation | number;
  /** Timeout in milliseconds. 0 means the limit of the API server. */
  readonly timeoutMilliseconds: number;
}

/** Rule matches a request that each of its lists matches. "*" in a list matches everything. */
export interface Rule {
  /** CREATE, UPDATE, DELETE, CONNECT or *. */
  readonly operations: readonly string[];
  /** API groups. The empty string is the core group. */
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  /** Resources: "pods"; "pods/status"; "pods/*" with its subresources; "*" without subresources; "* /scale"; "* /*". */
  readonly resources: readonly string[];
  readonly scope: Scope | number;
}

export type Scope = 'SCOPE_UNSPECIFIED' | 'SCOPE_NAMESPACED' | 'SCOPE_CLUSTER';

export type Phase = 'PHASE_UNSPECIFIED' | 'PHASE_MUTATE' | 'PHASE_VALIDATE';

export type SideEffects = 'SIDE_EFFECTS_UNSPECIFIED' | 'SIDE_EFFECTS_NONE' | 'SIDE_EFFECTS_NONE_ON_DRY_RUN' | 'SIDE_EFFECTS_SOME';

export type Reinvocation = 'REINVOCATION_UNSPECIFIED' | 'REINVOCATION_NEVER' | 'REINVOCATION_IF_NEEDED';

export type Operation = 'OPERATION_UNSPECIFIED' | 'OPERATION_CREATE' | 'OPERATION_UPDATE' | 'OPERATION_DELETE' | 'OPERATION_CONNECT';

export interface AdmissionRequest {
  /** Identifier of the question. A repeated request has the same uid. */
  readonly uid: string;
  readonly phase: Phase | number;
  /** Names of the plugins to call, in the order of the description. */
  readonly plugins: readonly string[];
  readonly operation: Operation | number;
  /** Kind of the object. For some subresources it differs from the kind of the resource. */
  readonly kind: Kind | null;
  readonly resource: Resource | null;
  /** Subresource. Empty for the resource itself. */
  readonly subresource: string;
  /** Namespace. Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  /** New object in JSON. Empty for deletions. */
  readonly object: Uint8Array;
  /** Existing object in JSON. Empty for creations. */
  readonly oldObject: Uint8Array;
  /** CreateOptions, UpdateOptions or DeleteOptions in JSON. */
  readonly options: Uint8Array;
  readonly user: UserInfo | null;
  /** Whether the request is a dry run, of which nothing is stored. */
  readonly dryRun: boolean;
}

export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

export interface UserInfo {
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: { readonly [key: string]: ExtraValue };
}

export interface ExtraValue {
  readonly items: readonly string[];
}

export interface AdmissionResponse {
  /** Identifier of the question. */
  readonly uid: string;
  readonly allowed: boolean;
  /** Reason of the refusal. Set only for refusals. */
  readonly status: Status | null;
  /** Plugin that refuses. Set only for refusals. */
  readonly refusedBy: string;
  /** JSON patch (RFC 6902) of the object. Allowed only in the phase MUTATE. Empty if nothing changes. */
  readonly patch: Uint8Array;
  /** Plugins that change the object, in order. Empty with a patch means the last plugin that was called. */
  readonly changedBy: readonly string[];
  /** Warnings for the client. Keep each one below 120 characters. */
  readonly warnings: readonly string[];
  /** Annotations for the audit event of the request. */
  readonly auditAnnotations: readonly AuditAnnotation[];
  /** Revision of the plugins that gave the answer. */
  readonly revision: string;
}

export interface Status {
  /** HTTP status code, from 400 to 599. 0 means 403. */
  readonly code: number;
  /** Kubernetes reason. Empty means the reason that corresponds to the code. */
  readonly reason: string;
  readonly message: string;
  /** StatusDetails in JSON. May be empty. */
  readonly details: Uint8Array;
}

export interface AuditAnnotation {
  readonly plugin: string;
  /** Key of the annotation. The audit log prefixes it with the name of the plugin and a slash. */
  readonly key: string;
  readonly value: string;
}
