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

/** Has a say in what is written through the API: its plugins may change objects, and refuse them. */
export interface AdmissionService {
  /** Tells which plugins there are and what they want to see. Asked when a connection is made, and from time to time: requests that no plugin wants are never sent. */
  readonly describe: { readonly request: DescribeRequest; readonly response: DescribeResponse };
  /** Asks several plugins of the service about one write, in one phase. A request whose answer was lost is sent again with the same uid. Status codes other than OK say that there is no answer; a refusal is an answer. */
  readonly review: { readonly request: AdmissionRequest; readonly response: AdmissionResponse };
}

export const admissionService: Contract<AdmissionService> = { name: 'pilothouse.admission.v1.AdmissionService', descriptor };

export interface DescribeRequest {
}

export interface DescribeResponse {
  /** In the order in which they run. */
  readonly plugins: readonly Plugin[];
  /** Changes whenever the plugins do; stands in every answer. */
  readonly revision: string;
}

export interface Plugin {
  /** Unique in the service. Names the plugin in errors and in the audit log. */
  readonly name: string;
  /** The plugin is asked about what one of them matches. */
  readonly rules: readonly Rule[];
  /** The phases in which it is asked. */
  readonly phases: readonly (Phase | number)[];
  /** What it does besides answering. Unspecified counts as SOME. */
  readonly sideEffects: SideEffects | number;
  /** Whether it is asked once more. Unspecified counts as NEVER. */
  readonly reinvocation: Reinvocation | number;
  /** How long it may take. 0: as long as the API server grants. */
  readonly timeoutMilliseconds: number;
}

/** Matches a request where each list does. "*" in a list matches everything. */
export interface Rule {
  /** CREATE, UPDATE, DELETE, CONNECT or *. */
  readonly operations: readonly string[];
  /** The core group is the empty text. */
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  /** "pods"; "pods/status"; "pods/*" with its subresources; "*" without subresources; "* /scale"; "* /*". */
  readonly resources: readonly string[];
  readonly scope: Scope | number;
}

export type Scope = 'SCOPE_UNSPECIFIED' | 'SCOPE_NAMESPACED' | 'SCOPE_CLUSTER';

export type Phase = 'PHASE_UNSPECIFIED' | 'PHASE_MUTATE' | 'PHASE_VALIDATE';

export type SideEffects = 'SIDE_EFFECTS_UNSPECIFIED' | 'SIDE_EFFECTS_NONE' | 'SIDE_EFFECTS_NONE_ON_DRY_RUN' | 'SIDE_EFFECTS_SOME';

export type Reinvocation = 'REINVOCATION_UNSPECIFIED' | 'REINVOCATION_NEVER' | 'REINVOCATION_IF_NEEDED';

export type Operation = 'OPERATION_UNSPECIFIED' | 'OPERATION_CREATE' | 'OPERATION_UPDATE' | 'OPERATION_DELETE' | 'OPERATION_CONNECT';

export interface AdmissionRequest {
  /** Of this question; the same when it is sent again. */
  readonly uid: string;
  readonly phase: Phase | number;
  /** The names of the plugins that are asked, in the order of the description. */
  readonly plugins: readonly string[];
  readonly operation: Operation | number;
  /** Of the object, which for some subresources is of another kind than the resource. */
  readonly kind: Kind | null;
  readonly resource: Resource | null;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  /** JSON, as it is to be. Empty for deletions. */
  readonly object: Uint8Array;
  /** JSON, as it is. Empty for creations. */
  readonly oldObject: Uint8Array;
  /** JSON: CreateOptions, UpdateOptions, PatchOptions or DeleteOptions. */
  readonly options: Uint8Array;
  readonly user: UserInfo | null;
  /** Nothing will be stored, whatever the answer. */
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
  /** That of the request. */
  readonly uid: string;
  readonly allowed: boolean;
  /** Why not. Only for refusals. */
  readonly status: Status | null;
  /** The plugin that refuses. Only for refusals. */
  readonly refusedBy: string;
  /** A JSON patch (RFC 6902, as JSON) of the object in question. Only in the phase MUTATE; empty where nothing changes. */
  readonly patch: Uint8Array;
  /** The plugins that change the object, in order. Empty with a patch: the last of those asked. */
  readonly changedBy: readonly string[];
  /** What the client is to be told, with or without a refusal. Best not longer than 120 characters each. */
  readonly warnings: readonly string[];
  /** What the audit log is to say of the request. */
  readonly auditAnnotations: readonly AuditAnnotation[];
  /** That of the description which the plugins in effect have. */
  readonly revision: string;
}

export interface Status {
  /** An HTTP status from 400 to 599. 0: 403. */
  readonly code: number;
  /** One of Kubernetes' reasons. Empty: the one that goes with the code. */
  readonly reason: string;
  readonly message: string;
  /** JSON: StatusDetails. May be empty. */
  readonly details: Uint8Array;
}

export interface AuditAnnotation {
  readonly plugin: string;
  /** The audit log puts the plugin's name and a slash before it. */
  readonly key: string;
  readonly value: string;
}
