import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type AnyNode, type Function as FunctionNode, type Node, parse } from 'acorn';
import { appFiles, inApp, metadata } from './watch.ts';

/*
 * What runs on the watch is ES5: Espruino knows some of ES6, but no test here could tell which. And of ES5 it has no labels,
 * no `with`, and no hoisting: https://www.espruino.com/Features
 */

const sourceOf = (file: string): string => readFileSync(inApp(file), 'utf8');

function nodesOf(node: Node): AnyNode[] {
  const children = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]));
  return [
    node as AnyNode,
    ...children.filter((child) => typeof child?.type === 'string').flatMap((child) => nodesOf(child)),
  ];
}

const astOf = (file: string) => parse(sourceOf(file), { ecmaVersion: 5, locations: true });

test('every file is plain ES5 without what Espruino leaves out', () => {
  for (const file of appFiles) {
    for (const node of nodesOf(astOf(file))) {
      const place = `${file}:${node.loc?.start.line}`;
      assert.ok(!['LabeledStatement', 'WithStatement', 'DebuggerStatement'].includes(node.type), place);
      if (node.type === 'Property') assert.equal(node.kind, 'init', `${place}: no accessors`);
      if (node.type === 'Literal' && 'regex' in node && node.regex)
        assert.doesNotMatch(node.regex.pattern, /\(\?/, `${place}: no lookahead`);
      if (node.type === 'ReturnStatement' && node.argument)
        assert.match(sourceOf(file).slice(node.start), /^return [^\s]/, `${place}: return\\nvalue`);
    }
    // 8-bit strings.
    assert.ok(/^[\n\x20-\x7e]*$/.test(sourceOf(file)), file);
  }
});

test('no function is called while the file runs before it is defined: Espruino does not hoist', () => {
  for (const file of appFiles) {
    const { body } = astOf(file);
    const defined = new Set<string>();
    const all = new Set(body.flatMap((node) => (node.type === 'FunctionDeclaration' ? [node.id.name] : [])));
    for (const node of body) {
      if (node.type === 'FunctionDeclaration') defined.add(node.id.name);
      else
        for (const used of nodesOf(node))
          if (used.type === 'Identifier' && all.has(used.name))
            assert.ok(defined.has(used.name), `${file}: ${used.name}`);
    }
  }
});

function functionOf(file: string, name: string): FunctionNode {
  const found = astOf(file).body.find((node) => node.type === 'FunctionDeclaration' && node.id.name === name);
  assert.ok(found?.type === 'FunctionDeclaration', name);
  return found;
}

const ALLOCATING = ['ObjectExpression', 'ArrayExpression', 'NewExpression', 'FunctionExpression'];

test('what runs for each sample allocates nothing but once a second, and is short', () => {
  const onAccel = functionOf('lib.js', 'onAccel');
  const perSecond = nodesOf(onAccel).find(
    (node) => node.type === 'IfStatement' && /begun >= 1000/.test(textOf(node)),
  );
  const inSecond = new Set(perSecond ? nodesOf(perSecond) : []);
  const perSample = nodesOf(onAccel).filter((node) => !inSecond.has(node));
  assert.deepEqual(
    perSample.filter((node) => node !== onAccel && ALLOCATING.includes(node.type)),
    [],
  );
  assert.ok(perSample.length < 150, `${perSample.length} nodes per sample`);
  const loop = nodesOf(functionOf('lib.js', 'computeParts'));
  assert.deepEqual(
    loop.filter((node) => ALLOCATING.includes(node.type)),
    [],
  );
  function textOf(node: Node): string {
    return sourceOf('lib.js').slice(node.start, node.end);
  }
});

test('the buffers and the code leave nine tenths of the memory of 12000 variables of 12 bytes', () => {
  const bytes = nodesOf(astOf('lib.js'))
    .filter((node) => node.type === 'NewExpression')
    .map((node) => /^new (\w+)Array\((.*)\)$/.exec(sourceOf('lib.js').slice(node.start, node.end)))
    .map((match) => {
      const [, kind = '8', size = '0'] = match ?? [];
      const numbers = { SIZE: 64, RING: 24, CELLS: 54, HEADER: 16 } as Record<string, number>;
      const length = size
        .split(' * ')
        .reduce((product, factor) => product * (numbers[factor] ?? Number(factor)), 1);
      return Number.isNaN(length) ? 0 : (length * Number(/\d+/.exec(kind)?.[0])) / 8;
    })
    .reduce((sum, size) => sum + size, 0);
  // The code stays in flash, but for the two functions that are marked to be in RAM; names and numbers take a variable each.
  const inRam = ['onAccel', 'computeParts'].reduce((sum, name) => {
    const { start, end } = functionOf('lib.js', name);
    return sum + end - start;
  }, 0);
  const variables = (bytes + inRam) / 12 + 3 * astOf('lib.js').body.length;
  assert.ok(bytes > 4000 && variables < 1200, `${Math.round(variables)} variables`);
});

test('the metadata are as the App Loader wants them', () => {
  const keys = [
    'id',
    'name',
    'shortName',
    'version',
    'description',
    'icon',
    'type',
    'tags',
    'supports',
    'readme',
  ];
  assert.deepEqual(Object.keys(metadata).sort(), [...keys, 'interface', 'storage', 'data'].sort());
  assert.deepEqual(metadata.supports, ['BANGLEJS2']);
  assert.ok(metadata.shortName.length <= 20 && metadata.type === 'app');
  for (const file of [metadata.icon, metadata.readme, metadata.interface, 'ChangeLog'])
    assert.ok(existsSync(inApp(file)), file);
  const versions = sourceOf('ChangeLog').match(/\d+\.\d+:/g) ?? [];
  assert.equal(versions.at(-1), `${metadata.version}:`);
  const names = metadata.storage.map(({ name }: { name: string }) => name);
  for (const name of ['vigil.app.js', 'vigil.boot.js', 'vigil.settings.js', 'vigil.img'])
    assert.ok(names.includes(name), name);
  for (const { name, url, ...rest } of metadata.storage) {
    assert.ok(existsSync(inApp(url)), url);
    assert.ok(name.length <= 28 && !/[,;?*]/.test(name), name);
    assert.deepEqual(rest, name.endsWith('.img') ? { evaluate: true } : {});
  }
  for (const { name, wildcard } of metadata.data) assert.ok((name ?? wildcard).startsWith('vigil.'));
  const settings = sourceOf('settings.js').trim();
  assert.ok(settings.startsWith('(function') && settings.endsWith(')'));
  assert.match(sourceOf('lib.js'), new RegExp(`VERSION = '${metadata.version}'`));
});

test('the icon has 48 by 48 pixels, as the App Loader parses it', () => {
  const [, base64 = ''] = /^\s*atob\("([^"]*)"\)\s*$/.exec(sourceOf('app-icon.js')) ?? [];
  const icon = Buffer.from(base64, 'base64');
  assert.deepEqual([...icon.subarray(0, 3)], [48, 48, 1]);
  assert.equal(icon.length, 3 + (48 * 48) / 8);
});
