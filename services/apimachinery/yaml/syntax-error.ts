import { positionAt, type TextPosition } from '../json/syntax-error.js';

/** The input is not YAML, or cannot be represented in JSON. The message ends with ` (line 3, column 7)`. */
export class YamlSyntaxError extends Error implements TextPosition {
  override readonly name = 'YamlSyntaxError';
  readonly offset: number;
  readonly line: number;
  readonly column: number;

  constructor(problem: string, position: TextPosition) {
    super(`yaml: ${problem} (line ${position.line}, column ${position.column})`);
    this.offset = position.offset;
    this.line = position.line;
    this.column = position.column;
  }
}

/** The error for the UTF-16 index `index` of `text`. */
export function yamlError(text: string, index: number, problem: string): YamlSyntaxError {
  return new YamlSyntaxError(problem, positionAt(text, index));
}
