/** The error codes of RFC 9113, section 7. */
export const CODE = {
  noError: 0x0,
  protocolError: 0x1,
  internalError: 0x2,
  flowControlError: 0x3,
  streamClosed: 0x5,
  frameSizeError: 0x6,
  refusedStream: 0x7,
  cancel: 0x8,
  compressionError: 0x9,
  enhanceYourCalm: 0xb,
} as const;

export type Code = (typeof CODE)[keyof typeof CODE];

/** A connection error (RFC 9113, section 5.4.1). */
export class ConnectionError extends Error {
  constructor(
    readonly code: Code,
    message: string,
  ) {
    super(message);
  }
}
