import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { readOnly } from './discovery/read-only.js';
import { preferredType } from './negotiation/preferred-type.js';
import { json } from './negotiation/representation.js';
import { valueResponse } from './negotiation/write-entry.js';
import { versionInfo } from '../features/version-info.js';
import type { Handler } from '../request/context.js';

/** `GET /version`, in JSON. `version` is the program's own, such as `0.1.0`. */
export function versionHandler(version: string): Handler {
  const info = Object.assign(newObject(), versionInfo(version));
  return readOnly(async (context) => {
    preferredType(context, ['application/json']);
    return valueResponse({ value: info }, { status: 200, representation: json(true) });
  });
}
