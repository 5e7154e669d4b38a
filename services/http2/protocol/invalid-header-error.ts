import { quoted } from './fields.js';

/** A header that must not be sent, with the code of Node for the same error over HTTP/1.1. */
export class InvalidHeaderError extends TypeError {
  constructor(
    readonly code: 'ERR_INVALID_CHAR' | 'ERR_INVALID_HTTP_TOKEN',
    name: string,
  ) {
    super(`the header ${quoted(name)} has invalid characters`);
  }
}
