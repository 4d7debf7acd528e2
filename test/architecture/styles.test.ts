import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inProject } from '../helpers/project.ts';

const FOLDER = inProject('web', 'styles');
const TOKENS = 'tokens.css';

interface Declaration {
  readonly property: string;
  readonly value: string;
}

/** What a file declares beside the tokens, as `file: property: value`. */
function beside(isToken: (declaration: Declaration) => boolean): readonly string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.css') && file !== TOKENS)
    .flatMap((file) =>
      [...readFileSync(`${FOLDER}/${file}`, 'utf8').matchAll(/^\s*([\w-]+):([^;{]+);/gm)].flatMap(
        ([, property = '', value = '']) =>
          isToken({ property, value }) ? [] : [`${file}: ${property}:${value.replaceAll(/\s+/g, ' ')}`],
      ),
    );
}

describe('the styles of pages', () => {
  // `em` follows the text beside it, and a border of up to three pixels is made up for.
  it('take their space from the tokens', () => {
    const isSpace = /^(?:margin|padding|gap|row-gap|column-gap)/;
    const hasSize = /\drem|(?:[4-9]|\d\d)px/;
    assert.deepEqual(
      beside(({ property, value }) => !isSpace.test(property) || !hasSize.test(value)),
      [],
    );
  });

  // On screens that nobody scrolls, text follows the size of the screen.
  it('take their sizes of text from the tokens', () => {
    const follows = /(?:clamp|max)\(/;
    assert.deepEqual(
      beside(
        ({ property, value }) => property !== 'font-size' || !/\drem/.test(value) || follows.test(value),
      ),
      [],
    );
  });

  it('take their colours from the tokens', () => {
    const isColour = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(/i;
    assert.deepEqual(
      beside(({ value }) => !isColour.test(value)),
      [],
    );
  });
});
