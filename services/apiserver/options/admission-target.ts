/** Addresses of an admission service. */
export interface AdmissionServiceTarget {
  /** Name in errors and logs: the first address, such as `grpcs://policies:8443`. */
  readonly name: string;
  readonly isSecure: boolean;
  /** Replicas of the service. */
  readonly addresses: readonly [ServiceAddress, ...ServiceAddress[]];
}

export interface ServiceAddress {
  /** A name or an IP address, without brackets. */
  readonly host: string;
  readonly port: number;
}

export type ParsedServices =
  | { readonly ok: true; readonly services: readonly AdmissionServiceTarget[] }
  | { readonly ok: false; readonly problem: string };

const ITEM = /^(?:(?<scheme>grpcs?):\/\/)?(?:\[(?<host6>[\da-fA-F:.]+)\]|(?<host>[\w.-]+)):(?<port>\d{1,5})$/;

/** Parses addresses. One with a scheme begins a service. Those without a scheme are replicas of the service before them. */
export function parseServices(texts: readonly string[]): ParsedServices {
  const services: { name: string; isSecure: boolean; addresses: [ServiceAddress, ...ServiceAddress[]] }[] = [];
  for (const text of texts) {
    const { scheme, host6, host = host6 ?? '', port = '' } = ITEM.exec(text)?.groups ?? {};
    if (host === '' || Number(port) < 1 || Number(port) > 65535) {
      return { ok: false, problem: `${JSON.stringify(text)} must be grpcs://host:port or grpc://host:port` };
    }
    const address = { host, port: Number(port) };
    const current = services.at(-1);
    if (scheme !== undefined) services.push({ name: text, isSecure: scheme === 'grpcs', addresses: [address] });
    else if (current === undefined) {
      return { ok: false, problem: `${JSON.stringify(text)} must begin with grpcs:// or grpc://` };
    } else current.addresses.push(address);
  }
  const repeated = services.find(({ name }, index) => services.findIndex((each) => each.name === name) < index);
  return repeated === undefined
    ? { ok: true, services }
    : { ok: false, problem: `names the service ${repeated.name} twice` };
}
