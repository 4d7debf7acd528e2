import { isCoreSchema, isForeign, type Path, readPath } from './paths.ts';
import { refused } from './protocol.ts';
import { fieldOf, isRecord } from './values.ts';

const OPERATIONS = ['add', 'replace', 'remove'] as const;

/** One change of one attribute. */
export interface Change {
  readonly op: (typeof OPERATIONS)[number];
  readonly path: Path;
  readonly value: unknown;
}

/**
 * The changes of a PATCH, in their order (RFC 7644, section 3.5.2). Directories differ from it: names of operations in
 * any case, `add` and `replace` without a path whose value has paths as its keys, paths with the URN of a schema, and the
 * attributes below it. What belongs to another schema is left out.
 */
export function readChanges(body: unknown): readonly Change[] {
  const operations = fieldOf(body, 'operations');
  if (!Array.isArray(operations) || operations.length === 0)
    throw refused('invalidSyntax', 'Operations must be a list of at least one operation');
  return operations.flatMap(changesOf);
}

function changesOf(operation: unknown): readonly Change[] {
  const name = fieldOf(operation, 'op');
  const op = OPERATIONS.find((one) => typeof name === 'string' && name.toLowerCase() === one);
  if (op === undefined) throw refused('invalidSyntax', `op must be one of ${OPERATIONS.join(', ')}`);
  const path = fieldOf(operation, 'path') ?? undefined;
  const value = fieldOf(operation, 'value');
  if (path !== undefined && typeof path !== 'string') throw refused('invalidPath', 'path must be a string');
  if (op !== 'remove' && value === undefined) throw refused('invalidValue', `${op} needs a value`);
  const isOfAll = path === undefined || path === '' || isCoreSchema(path);
  if (!isOfAll) return changeAt(op, path, value);
  if (op === 'remove') throw refused('noTarget', 'remove needs a path');
  return entriesOf(op, value).flatMap(([key, one]) =>
    isCoreSchema(key)
      ? entriesOf(op, one).flatMap(([name, each]) => changeAt(op, name, each))
      : changeAt(op, key, one),
  );
}

function entriesOf(op: Change['op'], value: unknown): readonly (readonly [string, unknown])[] {
  if (!isRecord(value)) throw refused('invalidValue', `${op} without a path needs an object as its value`);
  return Object.entries(value);
}

const changeAt = (op: Change['op'], path: string, value: unknown): readonly Change[] =>
  isForeign(path) ? [] : [{ op, path: readPath(path), value }];
