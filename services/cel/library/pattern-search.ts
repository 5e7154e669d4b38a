/**
 * A search for a compiled pattern that can be interrupted. It simulates the automaton as Go's `regexp` does, so that the time of each
 * character is bounded by the size of the pattern: the leftmost match, and of several the one that the pattern prefers.
 */
export interface PatternProgram {
  readonly start: number;
  numInst(): number;
  getInst(index: number): Instruction;
}

/** An instruction of Go's `regexp/syntax`. `out` is the next one, `arg` depends on `op`. */
interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  matchRune(rune: number): boolean;
}

const OP = {
  alternative: 1,
  alternativeMatch: 2,
  capture: 3,
  emptyWidth: 4,
  fail: 5,
  match: 6,
  nothing: 7,
  rune: 8,
  rune1: 9,
  any: 10,
  anyNotNewline: 11,
} as const;

/** Bits of what an empty-width instruction requires of a position. */
const AT = {
  beginOfLine: 1,
  endOfLine: 2,
  beginOfText: 4,
  endOfText: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const;

const NEWLINE = 10;
/** Before the first and after the last character. */
const NONE = -1;

/** Threads in the order of preference: each is at an instruction that reads a character or matches, with the start of its match. */
class Threads {
  readonly at: Int32Array;
  readonly starts: Int32Array;
  size = 0;
  /** The generation in which an instruction was added. */
  readonly #added: Int32Array;
  #generation = 0;

  constructor(size: number) {
    this.at = new Int32Array(size);
    this.starts = new Int32Array(size);
    this.#added = new Int32Array(size);
  }

  clear(): void {
    this.size = 0;
    this.#generation += 1;
  }

  /** False if the instruction has been added since the list was cleared. */
  mark(index: number): boolean {
    if (this.#added[index] === this.#generation) return false;
    this.#added[index] = this.#generation;
    return true;
  }

  push(index: number, start: number): void {
    this.at[this.size] = index;
    this.starts[this.size] = start;
    this.size += 1;
  }
}

export class PatternSearch {
  /** Start and end of the match, once a search has ended; undefined without a match. */
  found: readonly [start: number, end: number] | undefined;
  /** Instructions that were executed. */
  steps = 0;
  readonly #program: PatternProgram;
  readonly #text: string;
  readonly #isAnchored: boolean;
  readonly #stack: number[] = [];
  #current: Threads;
  #next: Threads;
  #position = 0;
  #before = NONE;
  #needsBounds = false;

  constructor(program: PatternProgram, text: string) {
    this.#program = program;
    this.#text = text;
    this.#isAnchored = isAnchored(program);
    this.#current = new Threads(program.numInst());
    this.#next = new Threads(program.numInst());
  }

  /** Begins a search at a position. Without `needsBounds` it ends at the first match of any length. */
  begin(position: number, needsBounds: boolean): void {
    this.found = undefined;
    this.#position = position;
    this.#before = position === 0 ? NONE : codePointBefore(this.#text, position);
    this.#needsBounds = needsBounds;
    this.#current.clear();
  }

  /** Continues the search for about as many steps. False if it has not ended. */
  advance(steps: number): boolean {
    const text = this.#text;
    for (const end = this.steps + steps; this.steps < end;) {
      const position = this.#position;
      if (position > text.length) return true;
      // No match begins later.
      if (this.#isAnchored && position > 0 && this.#current.size === 0) return true;
      const rune = runeAt(text, position);
      if (this.found === undefined) this.#add(this.#current, this.#program.start, position, place(this.#before, rune));
      else if (this.#current.size === 0) return true;
      const width = rune > 0xffff ? 2 : 1;
      this.#step(rune, position + width);
      if (this.found !== undefined && !this.#needsBounds) return true;
      this.#position = position + width;
      this.#before = rune;
      this.steps += 1;
    }
    return false;
  }

  /** Moves the threads over a character to the position after it. */
  #step(rune: number, after: number): void {
    const [current, next] = [this.#current, this.#next];
    next.clear();
    const conditions = place(rune, runeAt(this.#text, after));
    for (let index = 0; index < current.size; index += 1) {
      this.steps += 1;
      const instruction = this.#program.getInst(current.at[index] ?? 0);
      const start = current.starts[index] ?? 0;
      if (instruction.op === OP.match) {
        // The threads after it are less preferred.
        this.found = [start, this.#position];
        break;
      }
      if (rune !== NONE && reads(instruction, rune)) this.#add(next, instruction.out, start, conditions);
    }
    this.#current = next;
    this.#next = current;
  }

  /** Adds the thread at an instruction, or those at the instructions that it leads to without a character. */
  #add(threads: Threads, first: number, start: number, conditions: number): void {
    const stack = this.#stack;
    stack.push(first);
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      this.steps += 1;
      if (!threads.mark(index)) continue;
      const { op, out, arg } = this.#program.getInst(index);
      if (op === OP.alternative || op === OP.alternativeMatch) stack.push(arg, out);
      else if (op === OP.capture || op === OP.nothing) stack.push(out);
      else if (op === OP.emptyWidth) {
        if ((arg & ~conditions) === 0) stack.push(out);
      } else if (op !== OP.fail) threads.push(index, start);
    }
  }
}

/** Whether each match begins at the start of the text. */
function isAnchored(program: PatternProgram): boolean {
  let { op, out, arg } = program.getInst(program.start);
  while (op === OP.capture || op === OP.nothing || op === OP.emptyWidth) {
    if (op === OP.emptyWidth && (arg & AT.beginOfText) !== 0) return true;
    ({ op, out, arg } = program.getInst(out));
  }
  return false;
}

function reads(instruction: Instruction, rune: number): boolean {
  if (instruction.op === OP.any) return true;
  return instruction.op === OP.anyNotNewline ? rune !== NEWLINE : instruction.matchRune(rune);
}

/** What holds between two characters. */
function place(before: number, after: number): number {
  let bits = isWord(before) === isWord(after) ? AT.noWordBoundary : AT.wordBoundary;
  if (before === NONE) bits |= AT.beginOfText | AT.beginOfLine;
  else if (before === NEWLINE) bits |= AT.beginOfLine;
  if (after === NONE) bits |= AT.endOfText | AT.endOfLine;
  else if (after === NEWLINE) bits |= AT.endOfLine;
  return bits;
}

function isWord(rune: number): boolean {
  return (rune >= 97 && rune <= 122) || (rune >= 65 && rune <= 90) || (rune >= 48 && rune <= 57) || rune === 95;
}

function runeAt(text: string, position: number): number {
  return text.codePointAt(position) ?? NONE;
}

function codePointBefore(text: string, position: number): number {
  const pair = position >= 2 ? runeAt(text, position - 2) : NONE;
  return pair > 0xffff ? pair : runeAt(text, position - 1);
}
