#!/usr/bin/env node
/*
 * Makes an image for docs/updates.md of the app in this folder: make-image.mjs FILE [FOLDER]
 * Its first line is {"version","files":[[name,size],...]}; the files follow one after the other.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [file, folder = import.meta.dirname] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: make-image.mjs FILE [FOLDER]');
const read = (name) => readFileSync(join(folder, name), 'latin1');
const { version, storage } = JSON.parse(read('metadata.json'));

/* The part that brings an old version back is replaced by no update; the icon is no text. */
const files = storage
  .filter(({ name }) => name !== 'vigil.boot.js' && name !== 'vigil.img')
  .map(({ name, url }) => ({ name, text: read(url) }));
for (const { name, text } of files)
  if (!/^[\n\x20-\x7e]+$/.test(text)) throw new Error(`${name} is not plain ASCII`);
if (!read('lib.js').includes(`VERSION = '${version}'`)) throw new Error(`lib.js is not version ${version}`);

const head = JSON.stringify({ version, files: files.map(({ name, text }) => [name, text.length]) });
const image = `${head}\n${files.map(({ text }) => text).join('')}`;
if (head.length >= 512 || image.length > 131072) throw new Error('The image is too large for the watch');
writeFileSync(file, image, 'latin1');
console.log(`${file}: version ${version}, ${image.length} bytes`);
