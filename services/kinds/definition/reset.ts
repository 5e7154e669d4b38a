import { fieldPaths } from '@pilothouse/apimachinery/fieldpath/path-set.js';

/** What the status of an object leaves as it is. */
export const SPEC = fieldPaths([['spec']]);

/** What all but the status of an object leaves as it is. */
export const STATUS = fieldPaths([['status']]);
