/** The parts of API objects that the page reads. Objects of any kind may have more. */
export interface Meta {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly managedFields?: readonly ManagedFields[];
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
}

export interface ManagedFields {
  readonly manager?: string;
  readonly operation?: string;
  readonly subresource?: string;
  readonly time?: string;
  readonly fieldsV1?: FieldSet;
}

/** The FieldsV1 format: keys such as `f:spec`, `k:{"name":"a"}`, `v:1`, `i:0` and `.`. */
export interface FieldSet {
  readonly [key: string]: FieldSet;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

export interface ApiObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: Meta;
  readonly [key: string]: unknown;
}

export interface ObjectList<T = ApiObject> {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: Meta;
  readonly items?: readonly T[];
}

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  /** 0 is shown always; others in wide output. */
  readonly priority: number;
}

export interface TableRow {
  readonly cells: readonly unknown[];
  readonly object: ApiObject;
}

/** The server's own table of a list (meta.k8s.io/v1). */
export interface Table {
  readonly kind: 'Table';
  readonly metadata: Meta;
  readonly columnDefinitions?: readonly Column[];
  readonly rows?: readonly TableRow[];
}

export interface Status {
  readonly kind: 'Status';
  readonly message?: string;
  readonly reason?: string;
  readonly code?: number;
  readonly details?: {
    readonly causes?: readonly { readonly reason?: string; readonly message?: string; readonly field?: string }[];
    readonly retryAfterSeconds?: number;
  };
}
