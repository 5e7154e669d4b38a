/** The methods of a service by name in lower camel case. */
export type Methods<M> = { readonly [Name in keyof M]: Method };

/** A unary method, or one with a stream in both directions. */
export interface Method {
  readonly request: object;
  readonly response: object;
  readonly isStream?: true;
}

/** Whether a method has streams. */
export type IsStream<M extends Method> = M extends { readonly isStream: true } ? true : false;

/** A service description without gRPC code. Modules under `generated/` export one for each service of `proto/`. */
export interface Contract<M extends Methods<M>> {
  /** The full name, such as `pilothouse.tokenreview.v1.TokenReviewService`. */
  readonly name: string;
  /** Declarations of the file and its imports, in protobufjs' JSON form; field names as in the file. */
  readonly descriptor: Descriptor;
  /** Never set: it carries the types of the methods. */
  readonly methods?: M;
}

/** Declarations by name: namespaces, messages, enums and services. */
export interface Descriptor {
  readonly nested: { readonly [name: string]: object };
}

/**
 * A message to send, where `T` is the received form. All fields are optional. A received message has every field: zero
 * values, empty lists and maps, and null for omitted messages. Only `optional` fields and those of a oneof may be
 * absent.
 */
export type Sent<T> = T extends string | number | boolean | null | undefined | Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : { readonly [Field in keyof T]?: Sent<T[Field]> };
