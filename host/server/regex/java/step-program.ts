/** Compiles a regular expression to a program of the step-counting engine (`step-pattern.ts`). */
import { widthOf, type JavaExpression, type JavaReading } from './expression.js';
import { placeNumbers } from './step-places.js';
import { either, tableOf, type SignSet, type SignTable } from './sign-set.js';

// The instructions of a program; each instruction has three operands: a, b and c.
/** Matches the UTF-16 unit `a`. */
export const opUnit = 0;
/** Matches a character of set `a`. */
export const opSet = 1;
/**
 * Continues with the next instruction; tries `a` if that fails. `b` is the number of this state in the memory of failed
 * states.
 */
export const opSplit = 2;
/** Continues at `a`. */
export const opJump = 3;
/** Stores the position in slot `a`. */
export const opSave = 4;
/**
 * Matches characters of set `a` as often as loop `b` allows. `c` is the number of the first of its two states in the
 * memory of failed states.
 */
export const opLoop = 5;
/** Asserts a position of kind `a`; if `b` is set, only a newline ends a line. */
export const opPlace = 6;
/** Runs the following instructions up to `opDone` as the look-around or atomic group `a`; then continues at `b`. */
export const opLook = 7;
/** Matches the same text as group `a`; if `b` is set, ignoring case. */
export const opBack = 8;
/** Continues at `b` if nothing was matched since the position in slot `a`. */
export const opProgress = 9;
/** Ends the program, or the look-around or atomic group that `opLook` runs. */
export const opDone = 10;

/** Number of elements of `code` for each instruction: its kind and the three operands. */
export const width = 4;

export interface Loop {
  readonly least: number;
  readonly most: number;
  readonly isLazy: boolean;
  /** True for possessive quantifiers: the loop does not give back matched characters. */
  readonly keeps: boolean;
}

export interface Look {
  readonly kind: 'ahead' | 'behind' | 'atomic';
  readonly isNegated: boolean;
  /** Length limits of a look-behind: it begins `least` to `most` characters before the position. */
  readonly least: number;
  readonly most: number;
}

export interface StepProgram {
  readonly code: Int32Array;
  readonly sets: readonly SignTable[];
  readonly loops: readonly Loop[];
  readonly looks: readonly Look[];
  /**
   * Number of slots for positions. The match and each group have two slots; then each loop whose part may be empty has
   * one.
   */
  readonly slots: number;
  /**
   * Number of states that can be remembered; 0: there are none, or a back reference makes them depend on the text of a
   * group.
   */
  readonly states: number;
  /** Characters with which a match can begin; undefined: not known, for example because the match may be empty. */
  readonly first: SignTable | undefined;
  /** True: a match can begin only at the beginning of the text. */
  readonly isAtBegin: boolean;
}

/** Thrown when the program of an expression would be too large. */
export class ProgramSizeError extends Error {
  override readonly name = 'ProgramSizeError';
}

/**
 * Compiles an expression.
 * @param mostInstructions largest number of instructions of the program
 * @throws ProgramSizeError when the program would be larger
 */
export function stepProgram({ expression, groups }: JavaReading, mostInstructions: number): StepProgram {
  return new Writer(groups, mostInstructions).program(expression);
}

class Writer {
  readonly #code: number[] = [];
  readonly #sets: SignTable[] = [];
  readonly #known = new Map<string, number>();
  readonly #loops: Loop[] = [];
  readonly #looks: Look[] = [];
  #slots: number;
  #states = 0;
  #goesBack = false;

  constructor(
    groups: number,
    private readonly most: number,
  ) {
    this.#slots = 2 * (groups + 1);
  }

  program(expression: JavaExpression): StepProgram {
    this.#write(expression);
    this.#add(opDone);
    const first = firstOf(expression);
    return {
      code: Int32Array.from(this.#code),
      sets: this.#sets,
      loops: this.#loops,
      looks: this.#looks,
      slots: this.#slots,
      states: this.#goesBack ? 0 : this.#states,
      first: first && tableOf(first),
      isAtBegin: isAtBegin(expression),
    };
  }

  /** Appends an instruction. @returns its address */
  #add(op: number, a = 0, b = 0, c = 0): number {
    const at = this.#code.length;
    if (at / width >= this.most) throw new ProgramSizeError('The regular expression is too large.');
    this.#code.push(op, a, b, c);
    return at;
  }

  get #here(): number {
    return this.#code.length;
  }

  #state(count = 1): number {
    this.#states += count;
    return this.#states - count;
  }

  #set(set: SignSet): number {
    const key = JSON.stringify(set);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#sets.push(tableOf(set));
    this.#known.set(key, this.#sets.length - 1);
    return this.#sets.length - 1;
  }

  #write(expression: JavaExpression): void {
    switch (expression.kind) {
      case 'set':
        return this.#writeSet(expression.set);
      case 'sequence':
        return expression.parts.forEach((part) => this.#write(part));
      case 'choice':
        return this.#writeChoice(expression.parts);
      case 'group':
        this.#add(opSave, 2 * expression.number);
        this.#write(expression.part);
        this.#add(opSave, 2 * expression.number + 1);
        return;
      case 'place':
        this.#add(opPlace, placeNumbers[expression.place], expression.newlineOnly ? 1 : 0);
        return;
      case 'back':
        this.#goesBack = true;
        this.#add(opBack, expression.number, expression.anyCase ? 1 : 0);
        return;
      case 'atomic':
        return this.#writeLook({ kind: 'atomic', isNegated: false, least: 0, most: 0 }, expression.part);
      case 'look': {
        const [least, most] = widthOf(expression.part);
        const kind = expression.isAhead ? 'ahead' : 'behind';
        return this.#writeLook({ kind, isNegated: expression.isNegated, least, most }, expression.part);
      }
      case 'repeat':
        return this.#writeRepeat(expression);
    }
  }

  #writeSet(set: SignSet): void {
    const [range] = set.kind === 'ranges' && set.ranges.length === 1 ? set.ranges : [];
    if (range && range[0] === range[1] && range[0] < 0xd800) this.#add(opUnit, range[0]);
    else this.#add(opSet, this.#set(set));
  }

  #writeChoice(parts: readonly JavaExpression[]): void {
    const jumps: number[] = [];
    parts.forEach((part, index) => {
      const isLast = index === parts.length - 1;
      const split = isLast ? -1 : this.#add(opSplit, 0, this.#state());
      this.#write(part);
      if (isLast) return;
      jumps.push(this.#add(opJump));
      this.#code[split + 1] = this.#here;
    });
    for (const jump of jumps) this.#code[jump + 1] = this.#here;
  }

  #writeLook(look: Look, part: JavaExpression): void {
    this.#looks.push(look);
    const at = this.#add(opLook, this.#looks.length - 1);
    this.#write(part);
    this.#add(opDone);
    this.#code[at + 2] = this.#here;
  }

  #writeRepeat(repeat: Extract<JavaExpression, { kind: 'repeat' }>): void {
    const { part, least, most, counting } = repeat;
    if (part.kind === 'set') {
      this.#loops.push({ least, most, isLazy: counting === 'lazy', keeps: counting === 'possessive' });
      this.#add(opLoop, this.#set(part.set), this.#loops.length - 1, this.#state(2));
      return;
    }
    if (counting === 'possessive') {
      const greedy: JavaExpression = { ...repeat, counting: 'greedy' };
      return this.#writeLook({ kind: 'atomic', isNegated: false, least: 0, most: 0 }, greedy);
    }
    for (let time = 0; time < least; time += 1) this.#write(part);
    if (most === Infinity) return this.#writeEndless(part, counting === 'lazy');
    const splits: number[] = [];
    for (let time = least; time < most; time += 1) splits.push(this.#writeOnce(part, counting === 'lazy'));
    for (const at of splits) this.#code[at + 1] = this.#here;
  }

  /**
   * Writes an optional part.
   * @returns address of the instruction whose target must be set to the end of the repetition
   */
  #writeOnce(part: JavaExpression, isLazy: boolean): number {
    const split = this.#add(opSplit, 0, this.#state());
    if (!isLazy) {
      this.#write(part);
      return split;
    }
    // A lazy part is skipped first and tried only if the rest fails.
    const jump = this.#add(opJump);
    this.#code[split + 1] = this.#here;
    this.#write(part);
    return jump;
  }

  #writeEndless(part: JavaExpression, isLazy: boolean): void {
    const mayBeEmpty = widthOf(part)[0] === 0;
    const begin = this.#here;
    const split = this.#add(opSplit, 0, this.#state());
    let out = split;
    if (isLazy) {
      out = this.#add(opJump);
      this.#code[split + 1] = this.#here;
    }
    const slot = mayBeEmpty ? this.#slots++ : -1;
    if (mayBeEmpty) this.#add(opSave, slot);
    this.#write(part);
    const progress = mayBeEmpty ? this.#add(opProgress, slot) : -1;
    this.#add(opJump, begin);
    this.#code[out + 1] = this.#here;
    if (progress >= 0) this.#code[progress + 2] = this.#here;
  }
}

/**
 * Returns the characters with which a match can begin; undefined: not known, for example because the match may be
 * empty.
 */
function firstOf(expression: JavaExpression): SignSet | undefined {
  switch (expression.kind) {
    case 'set':
      return expression.set;
    case 'group':
    case 'atomic':
      return firstOf(expression.part);
    case 'choice': {
      const parts = expression.parts.map(firstOf);
      return parts.every((part) => part !== undefined) ? either(parts) : undefined;
    }
    case 'sequence': {
      const parts: SignSet[] = [];
      for (const part of expression.parts) {
        // A position or a look-around consumes nothing, so the next part decides.
        if (part.kind === 'place' || part.kind === 'look') continue;
        const first = firstOf(part) ?? (part.kind === 'repeat' ? firstOf(part.part) : undefined);
        if (!first) return undefined;
        parts.push(first);
        if (widthOf(part)[0] > 0) return either(parts);
      }
      return undefined;
    }
    case 'repeat':
      return expression.least > 0 ? firstOf(expression.part) : undefined;
    default:
      return undefined;
  }
}

function isAtBegin(expression: JavaExpression): boolean {
  if (expression.kind === 'place') return expression.place === 'begin';
  if (expression.kind === 'group' || expression.kind === 'atomic') return isAtBegin(expression.part);
  if (expression.kind === 'choice') return expression.parts.every(isAtBegin);
  const [first] = expression.kind === 'sequence' ? expression.parts : [];
  return first !== undefined && isAtBegin(first);
}
