import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Handler, RequestContext } from '../../request/context.js';
import { textResponse, type Response } from '../../request/response.js';
import { readOnly } from '../discovery/read-only.js';
import { parseAccept, rangeMatches, type MediaRange } from '../negotiation/accept.js';
import { encodingOf, MEDIA_TYPES, notAcceptable, wantsPretty } from '../negotiation/representation.js';
import { valueResponse } from '../negotiation/write-entry.js';

/** A page about this program, such as `/statusz`, for people and for programs. */
export interface ComponentPage {
  /** The kind of its structured form. */
  readonly kind: 'Statusz' | 'Flagz';
  /** The group of its structured form. */
  readonly group: string;
  /** The lines below the title and the warning. */
  readonly lines: () => readonly string[];
  /** The fields of the structured form besides its type and metadata. */
  readonly fields: () => JsonObject;
}

/** Kubernetes' name of the component. */
const COMPONENT = 'apiserver';
const WARNING =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.';
const TEXT = 'text/plain';
/** The versions of the structured forms, which have the same fields. */
const VERSIONS = ['v1beta1', 'v1alpha1'] as const;
const DEPRECATED = 'v1alpha1';

type Version = (typeof VERSIONS)[number];
type Form =
  { readonly type: 'text' } | { readonly type: 'object'; readonly version: Version; readonly mediaType: string };

/**
 * Serves a page as Kubernetes does: as text, or as an object for an Accept header such as
 * `application/json;as=Statusz;v=v1beta1;g=config.k8s.io`. Throws 406 for other media types.
 */
export function componentPage(page: ComponentPage): Handler {
  const name = page.kind.toLowerCase();
  return readOnly(async (context) => {
    const form = formOf(context, page);
    if (form.type === 'text') {
      const lines = ['', `${COMPONENT} ${name}`, WARNING, '', ...page.lines()];
      return secure(textResponse(200, `${TEXT}; charset=utf-8`, `${lines.join('\n')}\n`));
    }
    const { version, mediaType } = form;
    if (version === DEPRECATED) {
      context.warnings.push(`This version of the ${name} endpoint is deprecated. Please use a newer version.`);
    }
    const value = Object.assign(newObject(), {
      kind: page.kind,
      apiVersion: `${page.group}/${version}`,
      metadata: { name: COMPONENT },
      ...page.fields(),
    });
    const representation = {
      encoding: encodingOf(mediaType),
      contentType: mediaType,
      as: { type: 'object' },
      pretty: wantsPretty(context),
    } as const;
    return secure(await valueResponse({ value, protobuf: undefined }, { status: 200, representation }));
  });
}

function formOf(context: RequestContext, page: ComponentPage): Form {
  for (const range of parseAccept(context.header('accept') || TEXT)) {
    if (!isTransformed(range)) {
      if (rangeMatches(range, TEXT)) return { type: 'text' };
      continue;
    }
    const version = versionOf(range, page);
    const mediaType = MEDIA_TYPES.find((type) => rangeMatches(range, type));
    if (version !== undefined && mediaType !== undefined) return { type: 'object', version, mediaType };
  }
  throw notAcceptable([...MEDIA_TYPES, TEXT]);
}

function isTransformed({ parameters }: MediaRange): boolean {
  return ['as', 'g', 'v'].some((name) => parameters.has(name));
}

function versionOf({ parameters }: MediaRange, { kind, group }: ComponentPage): Version | undefined {
  if (parameters.get('as') !== kind || parameters.get('g') !== group) return undefined;
  return VERSIONS.find((version) => version === parameters.get('v'));
}

function secure(response: Response): Response {
  return { ...response, headers: { ...response.headers, 'x-content-type-options': 'nosniff' } };
}
