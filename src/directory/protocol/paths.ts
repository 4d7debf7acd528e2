import { refused, type ScimType } from './protocol.ts';

/** RFC 7644, figure 1: `attribute eq value`. Names are in lower case, without the URN of the schema. */
export interface Condition {
  /** `username`, `emails.value`; of a value path, `type` in `emails[type eq "work"].value`. */
  readonly attribute: string;
  readonly value: string | boolean;
}

/** RFC 7644, figure 7: where a change applies. */
export interface Path {
  readonly attribute: string;
  /** `emails[type eq "work"]` */
  readonly where?: readonly Condition[];
  readonly sub?: string;
}

/** Longer than any filter of a directory; the parser takes time in proportion. */
const MAX_LENGTH = 2000;
const MAX_CONDITIONS = 10;

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group)[:.]/i;
const CORE_ALONE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group)$/i;
const NAME = /[a-z$][\w$-]*/iy;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const SPACE = / +/y;
const WORD = /[a-z]+/iy;
// PostgreSQL stores no NUL, and no name has another control character.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;

/** A recursive-descent parser would be longer than what is supported: `eq`, joined by `and`. */
class Scanner {
  readonly #text: string;
  readonly #kind: ScimType;
  #at = 0;

  constructor(text: string, kind: ScimType) {
    this.#text = text;
    this.#kind = kind;
    if (text.length > MAX_LENGTH) throw this.#wrong(`is longer than ${MAX_LENGTH} characters`);
  }

  get isDone(): boolean {
    return this.#at === this.#text.length;
  }

  #wrong(problem: string): Error {
    const what = this.#kind === 'invalidFilter' ? 'filter' : 'path';
    return refused(this.#kind, `The ${what} ${problem}`);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }

  takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  require(isRight: unknown, expected: string): asserts isRight {
    if (!isRight)
      throw this.#wrong(`is not supported, or malformed, at character ${this.#at + 1}: expected ${expected}`);
  }

  /** Skips the URN of a core schema. */
  name(): string {
    this.#at += CORE.exec(this.#text.slice(this.#at))?.[0].length ?? 0;
    const name = this.#take(NAME);
    this.require(name, 'the name of an attribute');
    return name.toLowerCase();
  }

  /** `name`, `name.sub`, `name[condition].sub` */
  path(): Path {
    const attribute = this.name();
    const where = this.takes('[') ? this.conditions() : undefined;
    if (where !== undefined) this.require(this.takes(']'), ']');
    const sub = this.takes('.') ? this.name() : undefined;
    return { attribute, ...(where && { where }), ...(sub && { sub }) };
  }

  conditions(): readonly Condition[] {
    const found: Condition[] = [];
    for (;;) {
      this.#take(SPACE);
      found.push(this.#condition());
      this.require(found.length <= MAX_CONDITIONS, `${MAX_CONDITIONS} conditions at most`);
      const before = this.#at;
      if (this.#take(SPACE) === undefined) return found;
      if (this.#take(WORD)?.toLowerCase() !== 'and') {
        this.#at = before;
        this.#take(SPACE);
        return found;
      }
    }
  }

  #condition(): Condition {
    const path = this.path();
    this.require(this.#take(SPACE), 'a space');
    this.require(this.#take(WORD)?.toLowerCase() === 'eq', '`eq`');
    this.require(this.#take(SPACE), 'a space');
    return { attribute: this.#filterable(path), value: this.#value() };
  }

  /** The account has one address, whatever its type: `emails[type eq "work"].value` is `emails.value`. */
  #filterable({ attribute, sub }: Path): string {
    return sub === undefined ? attribute : `${attribute}.${sub}`;
  }

  #value(): string | boolean {
    const quoted = this.#take(STRING);
    if (quoted === undefined) {
      const word = this.#take(WORD)?.toLowerCase();
      this.require(word === 'true' || word === 'false', 'a value in double quotes, `true` or `false`');
      return word === 'true';
    }
    let value: unknown;
    try {
      value = JSON.parse(quoted);
    } catch {
      value = undefined;
    }
    this.require(typeof value === 'string' && !CONTROL.test(value), 'a value in double quotes');
    return value;
  }
}

/** The conditions of `filter`, all of which must be true; throws 400 invalidFilter. */
export function readFilter(text: string): readonly Condition[] {
  const scanner: Scanner = new Scanner(text, 'invalidFilter');
  const conditions = scanner.conditions();
  scanner.require(scanner.isDone, 'the end, or `and`');
  return conditions;
}

/** The URN of a core schema: what is at it are its attributes. */
export const isCoreSchema = (text: string): boolean => CORE_ALONE.test(text);

/** A path of another schema, such as that of enterprises, names nothing that Vigil keeps. */
export const isForeign = (text: string): boolean => /^urn:/i.test(text) && !CORE.test(text);

/** Throws 400 invalidPath; within brackets, too. */
export function readPath(text: string): Path {
  const scanner: Scanner = new Scanner(text, 'invalidPath');
  const path = scanner.path();
  scanner.require(scanner.isDone, 'the end');
  return path;
}
