/** An error with an external cause, such as a server that is down. It is logged without a stack trace. */
export interface Outage {
  readonly isOutage: true;
}
