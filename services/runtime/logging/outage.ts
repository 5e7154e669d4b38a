/** An error whose cause lies outside this process, such as a server that is down. It is logged without its stack. */
export interface Outage {
  readonly isOutage: true;
}
