import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { CannotStart, messageOf } from '../../platform/errors.ts';

export interface Installation {
  readonly name: string;
  /** Without `/api`. */
  readonly url: string;
  /** Of the scope `operations`. */
  readonly token: string;
}

const List = Compile(
  Type.Array(
    Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 100 }),
        url: Type.String({ maxLength: 500 }),
        token: Type.Optional(Type.String()),
        tokenFile: Type.Optional(Type.String()),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 1000 },
  ),
);

const HERE = ['localhost', '127.0.0.1', '[::1]'];

/** docs/operations.md, "Many installations". */
export function readInstallations(file: string): readonly Installation[] {
  const list = jsonIn(file);
  if (!List.Check(list))
    throw new CannotStart(
      `${file} must be a list of installations, each with name, url and token or tokenFile.`,
    );
  const names = list.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new CannotStart(`${file} lists "${twice}" twice.`);
  return list.map(({ name, url, token, tokenFile }) => ({
    name,
    url: checkedUrl(url, name),
    token: checkedToken(
      token ?? (tokenFile === undefined ? '' : textIn(resolve(dirname(file), tokenFile))),
      name,
    ),
  }));
}

/** The token goes there: only this machine is asked without encryption. */
function checkedUrl(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && HERE.includes(url.hostname));
  if (url === undefined || !isSafe || url.search + url.hash + url.username !== '')
    throw new CannotStart(`The url of "${name}" must start with https:// and end with the path.`);
  return url.href.replace(/\/+$/, '');
}

function checkedToken(text: string, name: string): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new CannotStart(`"${name}" has no token: set token or tokenFile.`);
  return token;
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CannotStart(messageOf(error));
  }
}

function jsonIn(file: string): unknown {
  const text = textIn(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new CannotStart(`${file} is not JSON.`);
  }
}
