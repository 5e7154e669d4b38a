import { fieldPaths } from '@pilothouse/apimachinery/fieldpath/path-set.js';

/** The field that a status write leaves unchanged. */
export const SPEC = fieldPaths([['spec']]);

/** The field that all other writes leave unchanged. */
export const STATUS = fieldPaths([['status']]);
