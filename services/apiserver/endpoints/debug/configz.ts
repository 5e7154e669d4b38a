import { withoutPasswords } from '@pilothouse/runtime/component-pages/pages.js';
import type { Handler } from '../../request/context.js';
import { textResponse } from '../../request/response.js';
import { readOnly } from '../discovery/read-only.js';
import { preferredType } from '../negotiation/preferred-type.js';
import { secure } from './component-page.js';

/** `/configz`: the start configuration by component, in JSON. It contains names of secret files, and no secrets. */
export function configzHandler(config: object): Handler {
  return readOnly(async (context) => {
    const type = preferredType(context, ['application/json']);
    const text = JSON.stringify({ 'apiserver.pilothouse': config }, plainValue);
    return secure(textResponse(200, type, withoutPasswords(text)));
  });
}

/** Converts maps and sets, which JSON does not support. */
function plainValue(_key: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...(value as ReadonlySet<unknown>)] : value;
}
