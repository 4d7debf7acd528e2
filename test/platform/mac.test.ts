import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalMac } from '../../src/platform/mac.ts';

describe('canonicalMac', () => {
  it('normalises every accepted spelling to one address', () => {
    const spellings = [
      'AA:BB:CC:0D:1E:2F',
      'aa:bb:cc:0d:1e:2f',
      'AA-BB-CC-0D-1E-2F',
      'aa-bb-cc-0d-1e-2f',
      'AABBCC0D1E2F',
      'aabbcc0d1e2f',
      'aAbBcC0d1E2f',
    ];
    for (const spelling of spellings) assert.equal(canonicalMac(spelling), 'AA:BB:CC:0D:1E:2F', spelling);
  });

  it('rejects everything else', () => {
    const others = [
      '',
      'AA:BB:CC:DD:EE',
      'AA:BB:CC:DD:EE:FF:00',
      'AA:BB:CC:DD:EE:GG',
      'AA:BB-CC:DD-EE:FF',
      'AABB.CCDD.EEFF',
      'AA:BB:CC:DD:EEFF',
      'AA BB CC DD EE FF',
      ' AA:BB:CC:DD:EE:FF',
      'AA:BB:CC:DD:EE:FF\n',
      'AABBCCDDEEFF0',
      'A:BB:CC:DD:EE:FFF',
      'ＡA:BB:CC:DD:EE:FF',
      'AA:BB:CC:DD:EE:F\0',
      // Upper-casing turns these letters into ASCII or makes them longer.
      'ﬀ:BB:CC:DD:EE:FF',
      'ﬀﬀﬀﬀﬀﬀ',
    ];
    for (const other of others) assert.equal(canonicalMac(other), undefined, JSON.stringify(other));
  });
});
