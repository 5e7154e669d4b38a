/** The flow of a request. */
export interface Flow {
  readonly schema: SchemaName;
  /** Name of the priority level. */
  readonly level: string;
  /** Text that tells the flows of a FlowSchema apart: a user or a namespace. */
  readonly distinguisher: string;
}

export interface SchemaName {
  readonly name: string;
  readonly uid: string;
}
