import { validateFieldManager } from '@pilothouse/apimachinery/names/field-manager.js';
import { forbidden, notSupported, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { badRequest, invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import { validateDryRun } from '@pilothouse/kinds/definition/delete-options.js';
import type { RequestContext } from '../../request/context.js';
import { programOf } from '../../request/program.js';
import { booleanParameter } from '../../request/query.js';
import type { Scope } from '../scope.js';

/** The treatment of unknown fields and duplicate keys in a write. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

export interface WriteOptions {
  readonly dryRun: boolean;
  /** The field manager in the query, by default the client's program. */
  readonly manager: string;
  readonly fieldValidation: FieldValidation;
}

const FIELD_VALIDATIONS: readonly FieldValidation[] = ['Ignore', 'Strict', 'Warn'];

/** The dependencies of write options. */
type OptionsScope = Pick<Scope, 'metaGroup'>;

/**
 * The query options of every write. `kind` names them in errors, such as `CreateOptions`. Throws 422 with all errors;
 * `further` ones come first.
 */
export function writeOptions(
  context: RequestContext,
  kind: string,
  { metaGroup }: OptionsScope,
  further: readonly FieldError[] = [],
): WriteOptions {
  const { query } = context;
  const fieldManager = query.get('fieldManager') ?? '';
  const asked = query.get('fieldValidation') ?? '';
  const fieldValidation = FIELD_VALIDATIONS.find((each) => each === asked);
  const dryRun = dryRunValues(query);
  const errors = [
    ...further,
    ...validateFieldManager(fieldManager, 'fieldManager'),
    ...validateDryRun(dryRun),
    ...(asked === '' || fieldValidation !== undefined
      ? []
      : [notSupported('fieldValidation', asked, ['', ...FIELD_VALIDATIONS])]),
  ];
  if (errors.length > 0) throw invalidObject({ group: metaGroup, kind }, '', errors);
  return {
    dryRun: dryRun.length > 0,
    manager: fieldManager === '' ? programOf(context) : fieldManager,
    fieldValidation: fieldValidation ?? 'Warn',
  };
}

/** The options of a patch other than apply. Throws as `writeOptions` does. */
export function patchOptions(context: RequestContext, scope: OptionsScope): WriteOptions {
  const refused = context.query.has('force') ? [forbidden('force', 'may not be specified for non-apply patch')] : [];
  return writeOptions(context, 'PatchOptions', scope, refused);
}

/** The options of server-side apply. Throws as `writeOptions` does. */
export function applyOptions(
  context: RequestContext,
  scope: OptionsScope,
): WriteOptions & { /** Takes fields that other managers own. */ readonly force: boolean } {
  const isNamed = (context.query.get('fieldManager') ?? '') !== '';
  const missing = isNamed ? [] : [required('fieldManager', 'is required for apply patch')];
  const options = writeOptions(context, 'PatchOptions', scope, missing);
  return { ...options, force: booleanParameter(context.query, 'force') ?? false };
}

/** A bare `?dryRun` is not a dry run. */
export function dryRunValues(query: URLSearchParams): string[] {
  return query.getAll('dryRun').filter((value) => value !== '');
}

/** An integer of the query. Undefined if absent. Throws 400, also for an empty value. */
export function integerParameter(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) {
    throw badRequest(`invalid value ${JSON.stringify(text)} for the query parameter ${name}: must be an integer`);
  }
  return value;
}
