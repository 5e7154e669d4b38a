import { constants } from 'node:crypto';

/**
 * OpenSSL options of servers. Session resumption is off: a resumed session has no certificate chain, and the previous
 * verification may be outdated. Renegotiation (TLS 1.2) is off, because it could change the client certificate of an
 * open connection.
 */
export const SERVER_SECURE_OPTIONS = constants.SSL_OP_NO_TICKET | constants.SSL_OP_NO_RENEGOTIATION;
