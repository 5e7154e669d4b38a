import { constants } from 'node:crypto';

/**
 * What servers allow in TLS (OpenSSL's options). No session is resumed: what was true of a client's certificate then need not be
 * true now, and its chain is not kept. And no handshake begins anew on a connection that stands (TLS 1.2), where another
 * certificate would come after the verdict on the first.
 */
export const SERVER_SECURE_OPTIONS = constants.SSL_OP_NO_TICKET | constants.SSL_OP_NO_RENEGOTIATION;
