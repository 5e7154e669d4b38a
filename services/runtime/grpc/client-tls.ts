import { isIP, type Socket } from 'node:net';
import { checkServerIdentity, connect, createSecureContext, type SecureContext } from 'node:tls';
import { CallCredentials, ChannelCredentials, type experimental } from '@grpc/grpc-js';
import { readAuthorities } from '../certificates/authorities.js';

export interface GrpcClientTls {
  /** The only trusted CAs; those of the system when absent. */
  readonly caPem?: string;
  /** The client certificate. */
  readonly credentials?: { readonly certPem: string; readonly keyPem: string };
  /** The expected name of the server certificate, if it differs from the address. */
  readonly serverName?: string;
  /** Disables server verification. */
  readonly insecureSkipVerify?: boolean;
}

/** Timeout of a handshake in milliseconds. A silent server would block all calls. */
const HANDSHAKE_TIMEOUT = 10_000;

/**
 * TLS credentials for one host. The library's own credentials send an IP address as SNI, which TLS forbids, and have no
 * handshake timeout. Throws for invalid PEM.
 */
export class HostCredentials extends ChannelCredentials {
  readonly #name: string;
  readonly #isVerified: boolean;
  readonly #context: SecureContext;
  readonly #open = new Set<Socket>();
  #isClosed = false;

  constructor(host: string, { caPem, credentials, serverName, insecureSkipVerify = false }: GrpcClientTls) {
    super();
    this.#name = serverName ?? host;
    this.#isVerified = !insecureSkipVerify;
    const { certPem, keyPem } = credentials ?? {};
    const ca = caPem === undefined ? undefined : readAuthorities(caPem, 'the authorities of the server').map(String);
    this.#context = createSecureContext({ ca, cert: certPem, key: keyPem });
  }

  /** Ends all connections. The library keeps those alive whose handshake ends after their channel was closed. */
  close(): void {
    this.#isClosed = true;
    for (const socket of this.#open) socket.destroy();
  }

  override _isSecure(): boolean {
    return true;
  }

  override _equals(other: ChannelCredentials): boolean {
    return other === this;
  }

  override _createSecureConnector(
    _target: unknown,
    _options: unknown,
    callCredentials = CallCredentials.createEmpty(),
  ): experimental.SecureConnector {
    return {
      connect: async (socket) => ({ socket: await this.#secure(socket), secure: true }),
      waitForReady: async () => {},
      getCallCredentials: () => callCredentials,
      destroy: () => {},
    };
  }

  #secure(socket: Socket): Promise<Socket> {
    const name = this.#name;
    return new Promise((resolve, reject) => {
      const secured = connect({
        socket,
        host: name,
        ...(isIP(name) === 0 && { servername: name }),
        checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
        rejectUnauthorized: this.#isVerified,
        secureContext: this.#context,
        ALPNProtocols: ['h2'],
      });
      const timer = setTimeout(
        () => secured.destroy(new Error(`no TLS handshake with ${name} within ${HANDSHAKE_TIMEOUT} ms`)),
        HANDSHAKE_TIMEOUT,
      );
      this.#open.add(secured);
      secured.once('close', () => this.#open.delete(secured));
      if (this.#isClosed) secured.destroy();
      secured.once('secureConnect', () => resolve(secured));
      secured.on('error', reject);
      secured.once('close', () => reject(new Error(`${name} closed the connection during the TLS handshake`)));
      for (const event of ['secureConnect', 'close']) secured.once(event, () => clearTimeout(timer));
    });
  }
}
