import { readFile } from 'node:fs/promises';
import { inProject } from '../helpers/project.ts';

export const SOURCE = inProject('docs', 'firmware', 'wearable.c');

export const readPage = (name: string): Promise<string> => readFile(inProject('docs', name), 'utf8');

/** The code on a page, block by block. */
export const blocksOf = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);

/** The cells of a page's table rows, row by row. */
export const rowsOf = (page: string): string[][] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

/** What a cell has between backticks. */
export const namesIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
