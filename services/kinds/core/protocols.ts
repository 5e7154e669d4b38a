/** Protocols of ports, in the order of Kubernetes' messages. */
export const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];
