import { readdir, readFile } from 'node:fs/promises';
import { inProject } from '../helpers/project.ts';

/** The files of the firmware's core. */
export const readCore = async (): Promise<string> => {
  const names = await readdir(inProject('docs', 'firmware', 'core'));
  return (await Promise.all(names.map((name) => readPage(`firmware/core/${name}`)))).join('\n');
};

export const readPage = (name: string): Promise<string> => readFile(inProject('docs', name), 'utf8');

/** The code blocks of a page. */
export const blocksOf = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);

/** The cells of all table rows of a page. */
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

/** The names between backticks in a cell. */
export const namesIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
