import { MAX_FIELD_MANAGER, UNPRINTABLE } from '@pilothouse/apimachinery/names/field-manager.js';
import type { RequestContext } from './context.js';

/** The client's program: the prefix of the user agent before `/`: at most 128 bytes of printable characters. */
export function programOf(context: Pick<RequestContext, 'header'>): string {
  const program = (context.header('user-agent') ?? '').split('/', 1)[0] ?? '';
  if (program.length <= MAX_FIELD_MANAGER && /^[ -~]*$/.test(program)) return program;
  let printable = '';
  let length = 0;
  for (const character of program) {
    if (UNPRINTABLE.test(character)) continue;
    length += Buffer.byteLength(character);
    if (length > MAX_FIELD_MANAGER) break;
    printable += character;
  }
  return printable;
}
