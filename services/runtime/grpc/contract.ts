/** The methods of a service by their names in lower camel case; all are unary. */
export type Methods<M> = { readonly [Name in keyof M]: { readonly request: object; readonly response: object } };

/** What is known of a service without any code of gRPC: modules under `generated/` export one for each service of `proto/`. */
export interface Contract<M extends Methods<M>> {
  /** The full name, such as `pilothouse.tokenreview.v1.TokenReviewService`. */
  readonly name: string;
  /** Everything that its file declares and imports, as protobufjs writes it in JSON; fields are named as in the file. */
  readonly descriptor: Descriptor;
  /** Never there: it carries the types of the methods. */
  readonly methods?: M;
}

/** Names by what they stand for: namespaces, messages, enums and services. */
export interface Descriptor {
  readonly nested: { readonly [name: string]: object };
}

/**
 * A message as it is sent, where `T` is the message as it is received: every field may be left out. What is received has
 * every field: zero values, empty lists and maps, and null for messages that were left out. Only fields that are declared
 * `optional`, and those of a oneof, are not there when they were left out.
 */
export type Sent<T> = T extends string | number | boolean | null | undefined | Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : { readonly [Field in keyof T]?: Sent<T[Field]> };
