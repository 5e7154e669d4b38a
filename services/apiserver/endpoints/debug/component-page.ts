import { pageForm, type ComponentPage } from '@pilothouse/runtime/component-pages/page.js';
import type { Handler } from '../../request/context.js';
import { textResponse, type Response } from '../../request/response.js';
import { readOnly } from '../discovery/read-only.js';
import { encodingOf, wantsPretty } from '../negotiation/representation.js';
import { valueResponse } from '../negotiation/write-entry.js';

/** Serves a page about the server. */
export function componentPage(page: ComponentPage): Handler {
  return readOnly(async (context) => {
    const form = pageForm(page, context.header('accept'));
    if (form.type === 'text') return secure(textResponse(200, form.contentType, form.text));
    const { value, contentType, warning } = form;
    if (warning !== undefined) context.warnings.push(warning);
    const as = { type: 'object' } as const;
    const representation = { encoding: encodingOf(contentType), contentType, as, pretty: wantsPretty(context) };
    return secure(await valueResponse({ value, protobuf: undefined }, { status: 200, representation }));
  });
}

/** Keeps a browser from guessing another type. */
export function secure(response: Response): Response {
  return { ...response, headers: { ...response.headers, 'x-content-type-options': 'nosniff' } };
}
