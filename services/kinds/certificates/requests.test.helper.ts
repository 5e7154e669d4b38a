/** Requests and a certificate in DER and base64, made with openssl. */
const DER = {
  /** Organisation `devs`, with a DNS name and an address. */
  ecdsa:
    'MIIBCjCBsAIBADAdMQ0wCwYDVQQKDARkZXZzMQwwCgYDVQQDDANhbm4wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATFR7jT/TshOvbC5U6HT/oHrKldZaaJdtBNyN0mtJN07pWCvZPwTv+nkRdF50IhuJiaqOpEvezt+fYUekEhMfGToDEwLwYJKoZIhvcNAQkOMSIwIDAeBgNVHREEFzAVgg1hLmV4YW1wbGUuY29thwTAAAIBMAoGCCqGSM49BAMCA0kAMEYCIQDx2M+M6NT5tRfpHYEQiwcUCA24Yrl0zZYhNXtppLDP0AIhAJlX7ngOCPWyRwune0oSU/B+dsWCqbRbIjeJWRQB61nH',
  /** Organisation `system:masters`. */
  masters:
    'MIHiMIGJAgEAMCcxFzAVBgNVBAoMDnN5c3RlbTptYXN0ZXJzMQwwCgYDVQQDDANib2IwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATFR7jT/TshOvbC5U6HT/oHrKldZaaJdtBNyN0mtJN07pWCvZPwTv+nkRdF50IhuJiaqOpEvezt+fYUekEhMfGToAAwCgYIKoZIzj0EAwIDSAAwRQIgFVVDbkEimIkAiCHyIbA+EiRF6svSpVeVPq8X1wTRrkQCIQC76dENqenfC8jWfvKNudltYxxc5LE38Cc1eVAAX/uwRg==',
  /** Organisation `system:nodes`, name `system:node:n`. */
  node: 'MIHrMIGRAgEAMC8xFTATBgNVBAoMDHN5c3RlbTpub2RlczEWMBQGA1UEAwwNc3lzdGVtOm5vZGU6bjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABIY+YgxXeQpFayqASPJBvabxwdrU6OlIandZb+OSNQSib3mpqI60eouWc6wSEcqgTioTUDNcUHrGxdY5NBlLqSOgADAKBggqhkjOPQQDAgNJADBGAiEAtZ/axG3zFZnsgEawNr9JlXadNLmHrQPRpk015BhtWGICIQDP3jnWEh2Zsx20+ZA0mQMcNqv4l84A1VaShMoMYi0n3w==',
  ed25519:
    'MIGMMEACAQAwDTELMAkGA1UEAwwCZWQwKjAFBgMrZXADIQCSiSMZPrdksA3064pYH6ZDv7YDpyBhr51UW20wO7PzyqAAMAUGAytlcANBANgmFjUo3qwwlDzoKuyGuzxAfjnLJImLZQ1Ccq8FfPi9vIuOK9LaoeRmr071INV442hkLFvlZBGBDPWsAs3BiQQ=',
  rsa: 'MIIBTTCBtwIBADAOMQwwCgYDVQQDDANyc2EwgZ8wDQYJKoZIhvcNAQEBBQADgY0AMIGJAoGBAN9Wr5Nk1p4taxGnmD3knPCuHiAYJwDPh4g1DtrLNkoJpIj3YzPksdLFJKhyGYwgrebRQS07osUuR6Vxs6Rs2Z/qtIiQmAaT680YUuIMxiPlH7eVKAu9dQhe3t008TwcutALvJdwyrxaZYCT1YUE8DyAmiFx//J8QRhBiktqfjjxAgMBAAGgADANBgkqhkiG9w0BAQsFAAOBgQAaPAKgK6mORTxNo/gzs3pAxTpqtLJJPex2TMXFyVnS9OjeJ8gpCy2aU1SFcfRo7PKxb8J4Jqcmk3CpmrFNARqCMt6VNdTr6OaaqwmMXc66ZiIDkWQuIvyfp604MviZyoq76Yvxjo8SUcKYenaFO545aTUrJcxCgdmYTorruMs1qw==',
  pss: 'MIIBgTCBtwIBADAOMQwwCgYDVQQDDANwc3MwgZ8wDQYJKoZIhvcNAQEBBQADgY0AMIGJAoGBAN9Wr5Nk1p4taxGnmD3knPCuHiAYJwDPh4g1DtrLNkoJpIj3YzPksdLFJKhyGYwgrebRQS07osUuR6Vxs6Rs2Z/qtIiQmAaT680YUuIMxiPlH7eVKAu9dQhe3t008TwcutALvJdwyrxaZYCT1YUE8DyAmiFx//J8QRhBiktqfjjxAgMBAAGgADBBBgkqhkiG9w0BAQowNKAPMA0GCWCGSAFlAwQCAQUAoRwwGgYJKoZIhvcNAQEIMA0GCWCGSAFlAwQCAQUAogMCASADgYEAM1hZZcNqblNs4Ojf5NqImD6I96xwoipdabEx7ALuPEaRJ/+e5U5zAGDxKOrHZB6LQsm8DsT8PMdRI7pE8t/jkXU5STWcvqCt2NKD4F5sLAlADlzVYAjBhtOm0h9cx12RNMGabW+cdo8miBhpUA9jpeETigBqB2Sajti+4AzzTA4=',
  /** An RSA key of 512 bits. */
  weak: 'MIHFMHECAQAwDDEKMAgGA1UEAwwBdzBcMA0GCSqGSIb3DQEBAQUAA0sAMEgCQQC6bwIsxOGcMyTJuD06aWJNO4T20WNqoAS5T9DUKrhKBBt2lpd8KfWdjwgPSJUvxE34BD9wUCNCYdHw8PII6glNAgMBAAGgADANBgkqhkiG9w0BAQsFAANBACVc8A79z/9IxswqmSvy1t+2FQNwM/JZ1kPB8zgwQw2lJigyzDn5qk7ujPmHE8OSowgK6P3edCdQm2siWqwf4bg=',
  /** A key on secp256k1. */
  otherCurve:
    'MIHDMGsCAQAwDDEKMAgGA1UEAwwBazBWMBAGByqGSM49AgEGBSuBBAAKA0IABP32RJ0Lsn/KoTZE1IsVTma76OnthTNUWUl8z9fA6qDJ9zHh2LobKGKzcIUyfg4n3C6iE1I/7fTRgwiCuvaSc72gADAKBggqhkjOPQQDAgNIADBFAiEAhHEsEiZIwTBSacy5h/8k6RXVDW2J/q4X58gxDSvMCBYCIGma9HtM7sunBVv4aLxkpRyr91lMtnZLsoPmQPzxvBTG',
};

const CERTIFICATE =
  'MIIBczCCARmgAwIBAgIUSOVR6sMyrSIkBE/FRwScxLTV2Y0wCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEY2VydDAeFw0yNjExMjUxMzM4MDVaFw0zNjExMjIxMzM4MDVaMA8xDTALBgNVBAMMBGNlcnQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATFR7jT/TshOvbC5U6HT/oHrKldZaaJdtBNyN0mtJN07pWCvZPwTv+nkRdF50IhuJiaqOpEvezt+fYUekEhMfGTo1MwUTAdBgNVHQ4EFgQUjAn9uGMuxJZCNRg4MbdqZE6yvi8wHwYDVR0jBBgwFoAUjAn9uGMuxJZCNRg4MbdqZE6yvi8wDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAAqkpS7Q5fwBiwPa0rrN9CRSObkp6Y6w2fgYT8wpawSAIhALoEEMr5GIDDimPYlvxZ2meipQi4tgXP1sjxP94fPOzn';

/** Without the right to sign others. */
const LEAF =
  'MIIBcjCCARigAwIBAgIUbVduQT4r40wt4qmX9+WJvgeft8AwCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEbGVhZjAgFw0yNjExMjcwMjAwMThaGA8yMTI2MTEwMzAyMDAxOFowDzENMAsGA1UEAwwEbGVhZjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCAPjXa5m3Y2B2UsjBesC1ervBq85caP9kXUK1wHeiWHf8I5uDBy727H2jlg3kUZn/alHFPJPuRBF2640r/DNr6jUDBOMB0GA1UdDgQWBBSFa6vH1k+Dhi97W8vDiz+qTa2itDAfBgNVHSMEGDAWgBSFa6vH1k+Dhi97W8vDiz+qTa2itDAMBgNVHRMBAf8EAjAAMAoGCCqGSM49BAMCA0gAMEUCIDq55J1v7sPnzrAXanJMf/xmNUb4QjhkhuU1XK8Pj2E4AiEAq+d2FOAzHIMzDn6aENv0L1D1ydybGQfkecjUk60CX9U=';

function pemOf(type: string, base64: string): string {
  return `-----BEGIN ${type}-----\n${base64}\n-----END ${type}-----\n`;
}

/** A text in base64, as JSON has bytes. */
export function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** A request in PEM and base64. */
export function requestOf(name: keyof typeof DER, type = 'CERTIFICATE REQUEST'): string {
  return encoded(pemOf(type, DER[name]));
}

/** A request in DER and base64. */
export function derOf(name: keyof typeof DER): string {
  return DER[name];
}

/** The request with another last byte, so that its signature is wrong. */
export function tampered(name: keyof typeof DER): string {
  const bytes = Buffer.from(DER[name], 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return encoded(pemOf('CERTIFICATE REQUEST', bytes.toString('base64')));
}

/** The request with its first bytes only. */
export function truncated(name: keyof typeof DER, length: number): string {
  return encoded(pemOf('CERTIFICATE REQUEST', Buffer.from(DER[name], 'base64').subarray(0, length).toString('base64')));
}

/** A certificate in PEM. */
export const CERTIFICATE_PEM = pemOf('CERTIFICATE', CERTIFICATE);

/** A certificate that is not one of an authority, in PEM. */
export const LEAF_PEM = pemOf('CERTIFICATE', LEAF);
