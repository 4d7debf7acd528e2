/*
 * SHA-256, and signatures with Ed25519 (RFC 8032), in slices between which the sensor has its turn. Loaded for an update alone.
 * Binary data are strings of bytes. docs/banglejs.md, "Updates".
 */

/* Between two slices, each of about 64 steps of the innermost loop. */
var GAP_MS = 5;
var ROWS = 4;
var ROUNDS = 4;

/* The constants of SHA-512; those of SHA-256 are their upper halves. */
var K =
  '428a2f98d728ae227137449123ef65cdb5c0fbcfec4d3b2fe9b5dba58189dbbc3956c25bf348b53859f111f1b605d019' +
  '923f82a4af194f9bab1c5ed5da6d8118d807aa98a303024212835b0145706fbe243185be4ee4b28c550c7dc3d5ffb4e2' +
  '72be5d74f27b896f80deb1fe3b1696b19bdc06a725c71235c19bf174cf692694e49b69c19ef14ad2efbe4786384f25e3' +
  '0fc19dc68b8cd5b5240ca1cc77ac9c652de92c6f592b02754a7484aa6ea6e4835cb0a9dcbd41fbd476f988da831153b5' +
  '983e5152ee66dfaba831c66d2db43210b00327c898fb213fbf597fc7beef0ee4c6e00bf33da88fc2d5a79147930aa725' +
  '06ca6351e003826f142929670a0e6e7027b70a8546d22ffc2e1b21385c26c9264d2c6dfc5ac42aed53380d139d95b3df' +
  '650a73548baf63de766a0abb3c77b2a881c2c92e47edaee692722c851482353ba2bfe8a14cf10364a81a664bbc423001' +
  'c24b8b70d0f89791c76c51a30654be30d192e819d6ef5218d69906245565a910f40e35855771202a106aa07032bbd1b8' +
  '19a4c116b8d2d0c81e376c085141ab532748774cdf8eeb9934b0bcb5e19b48a8391c0cb3c5c95a634ed8aa4ae3418acb' +
  '5b9cca4f7763e373682e6ff3d6b2b8a3748f82ee5defb2fc78a5636f43172f6084c87814a1f0ab728cc702081a6439ec' +
  '90befffa23631e28a4506cebde82bde9bef9a3f7b2c67915c67178f2e372532bca273eceea26619cd186b8c721c0c207' +
  'eada7dd6cde0eb1ef57d4f7fee6ed17806f067aa72176fba0a637dc5a2c898a6113f9804bef90dae1b710b35131c471b' +
  '28db77f523047d8432caab7b40c724933c9ebe0a15c9bebc431d67c49c100d4c4cc5d4becb3e42b6597f299cfc657e2a' +
  '5fcb6fab3ad6faec6c44198c4a475817';
var START =
  '6a09e667f3bcc908bb67ae8584caa73b3c6ef372fe94f82ba54ff53a5f1d36f1' +
  '510e527fade682d19b05688c2b3e6c1f1f83d9abfb41bd6b5be0cd19137e2179';

/* The order of the group; d; the square root of -1; the base point. */
var L = '1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed';
var D = '52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3';
var ROOT = '2b8324804fc1df0b2b4d00993dfbd7a72f431806ad2fe478c4ee1b274a0ea0b0';
var BASE_X = '216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a';
var BASE_Y = '6666666666666666666666666666666666666666666666666666666666666658';

function drive(step, done) {
  var again = function () {
    if (step()) setTimeout(again, GAP_MS);
    else done();
  };
  setTimeout(again, GAP_MS);
}

function word(hex, i) {
  return parseInt(hex.substr(i * 8, 8), 16) | 0;
}

function wordAt(text, o) {
  return (
    (text.charCodeAt(o) << 24) |
    (text.charCodeAt(o + 1) << 16) |
    (text.charCodeAt(o + 2) << 8) |
    text.charCodeAt(o + 3)
  );
}

/* What follows a message: 0x80, zeros, and its length in bits, as 8 bytes of a block of 64 or 16 of one of 128. */
function padding(length, block) {
  var text = '\x80';
  while (text.length < block / 8 - 3 || (length + text.length + 4) % block) text += '\0';
  return (
    text +
    String.fromCharCode(
      (length >>> 21) & 255,
      (length >>> 13) & 255,
      (length >>> 5) & 255,
      (length << 3) & 255
    )
  );
}

/* ---- SHA-256 ---- */

function turned(x, n) {
  return (x >>> n) | (x << (32 - n));
}

/* `read(offset, length)` gives the bytes; done(hexadecimal). */
exports.sha256 = function (length, read, done) {
  var tail = padding(length, 64);
  var h = new Int32Array(8);
  var v = new Int32Array(8);
  var w = new Int32Array(64);
  var o = 0;
  var i = 0;
  for (var k = 0; k < 8; k++) h[k] = word(START, 2 * k);
  drive(
    function () {
      if (i === 0) {
        var text =
          o + 64 <= length ? read(o, 64) : ((o < length ? read(o, length - o) : '') + tail).substr(0, 64);
        if (o + 64 > length) tail = tail.substr(64 - Math.max(0, length - o));
        for (var k = 0; k < 16; k++) w[k] = wordAt(text, 4 * k);
        v.set(h);
      }
      for (var end = i + ROUNDS; i < end; i++) {
        if (i > 15) {
          var x = w[i - 15];
          var y = w[i - 2];
          w[i] =
            w[i - 16] +
            w[i - 7] +
            (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)) +
            (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
        }
        var a = v[0];
        var e = v[4];
        var t = v[7] + word(K, 2 * i) + w[i];
        t += (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & v[5]) ^ (~e & v[6]));
        var u = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        for (k = 7; k > 0; k--) v[k] = v[k - 1];
        v[4] += t;
        v[0] = t + u;
      }
      if (i < 64) return true;
      for (k = 0; k < 8; k++) h[k] += v[k];
      i = 0;
      o += 64;
      return o < length || tail.length > 0;
    },
    function () {
      var hex = '';
      for (var k = 0; k < 8; k++)
        hex +=
          ('000' + ((h[k] >>> 16) & 65535).toString(16)).substr(-4) +
          ('000' + (h[k] & 65535).toString(16)).substr(-4);
      done(hex);
    }
  );
};

/* ---- SHA-512: words of 64 bits as two of 32 ---- */

var high = 0;
var low = 0;

/* Adds n turns, or shifts, of a word to (high, low). */
function turn(h, l, n, shifts) {
  var swap = h;
  if (n > 32) {
    h = l;
    l = swap;
    n -= 32;
  }
  high ^= (h >>> n) | (shifts ? 0 : l << (32 - n));
  low ^= (l >>> n) | (h << (32 - n));
}

function turns(h, l, a, b, c, shifts) {
  high = low = 0;
  turn(h, l, a);
  turn(h, l, b);
  turn(h, l, c, shifts);
}

function sha512(text, done) {
  text += padding(text.length, 128);
  var h = new Int32Array(16);
  var v = new Int32Array(16);
  var w = new Int32Array(160);
  var sumHigh = 0;
  var sumLow = 0;
  var o = 0;
  var i = 0;
  var plus = function (h, l) {
    sumHigh += h;
    sumLow += l >>> 0;
  };
  var put = function (to, at) {
    to[at] = sumHigh + Math.floor(sumLow / 4294967296);
    to[at + 1] = sumLow;
    sumHigh = sumLow = 0;
  };
  for (var k = 0; k < 16; k++) h[k] = word(START, k);
  drive(
    function () {
      var k;
      if (i === 0) {
        for (k = 0; k < 32; k++) w[k] = wordAt(text, o + 4 * k);
        v.set(h);
      }
      var n = 2 * i;
      if (i > 15) {
        plus(w[n - 32], w[n - 31]);
        plus(w[n - 14], w[n - 13]);
        turns(w[n - 30], w[n - 29], 1, 8, 7, true);
        plus(high, low);
        turns(w[n - 4], w[n - 3], 19, 61, 6, true);
        plus(high, low);
        put(w, n);
      }
      plus(v[14], v[15]);
      plus(word(K, n), word(K, n + 1));
      plus(w[n], w[n + 1]);
      turns(v[8], v[9], 14, 18, 41);
      plus(high, low);
      plus((v[8] & v[10]) ^ (~v[8] & v[12]), (v[9] & v[11]) ^ (~v[9] & v[13]));
      put(v, 14);
      var th = v[14];
      var tl = v[15];
      turns(v[0], v[1], 28, 34, 39);
      plus(high, low);
      plus((v[0] & v[2]) ^ (v[0] & v[4]) ^ (v[2] & v[4]), (v[1] & v[3]) ^ (v[1] & v[5]) ^ (v[3] & v[5]));
      plus(th, tl);
      for (k = 15; k > 1; k--) v[k] = v[k - 2];
      put(v, 0);
      plus(v[8], v[9]);
      plus(th, tl);
      put(v, 8);
      if (++i < 80) return true;
      for (k = 0; k < 16; k += 2) {
        plus(h[k], h[k + 1]);
        plus(v[k], v[k + 1]);
        put(h, k);
      }
      i = 0;
      o += 128;
      return o < text.length;
    },
    function () {
      var bytes = '';
      for (var k = 0; k < 16; k++)
        bytes += String.fromCharCode(
          (h[k] >>> 24) & 255,
          (h[k] >>> 16) & 255,
          (h[k] >>> 8) & 255,
          h[k] & 255
        );
      done(bytes);
    }
  );
}

/* ---- Numbers of 256 bits: 16 limbs, the lowest first ---- */

function limbs(hex) {
  var a = new Int32Array(16);
  for (var i = 0; i < 16; i++) a[i] = parseInt(hex.substr(60 - 4 * i, 4), 16);
  return a;
}

function fromBytes(text) {
  var a = new Int32Array(16);
  for (var i = 0; i < 16; i++) a[i] = text.charCodeAt(2 * i) | (text.charCodeAt(2 * i + 1) << 8);
  return a;
}

function isBelow(a, b) {
  for (var i = 15; i >= 0; i--) if (a[i] !== b[i]) return a[i] < b[i];
  return false;
}

function subtract(a, b) {
  var carry = 0;
  for (var i = 0; i < 16; i++) {
    carry += a[i] - b[i];
    a[i] = carry & 65535;
    carry >>= 16;
  }
}

/* 64 bytes, the lowest first, modulo the order of the group. */
function reduced(bytes, done) {
  var a = new Int32Array(16);
  var order = limbs(L);
  var bit = 511;
  drive(
    function () {
      var carry = (bytes.charCodeAt(bit >> 3) >> (bit & 7)) & 1;
      for (var i = 0; i < 16; i++) {
        carry |= a[i] << 1;
        a[i] = carry & 65535;
        carry >>= 16;
      }
      if (!isBelow(a, order)) subtract(a, order);
      return bit-- > 0;
    },
    function () {
      done(a);
    }
  );
}

/*
 * ---- The field: 26 registers A to Z, and three points a to d ----
 * Programs have four characters for each operation: what, to, from, and from. '^' squares as often as the last one says ('1' is
 * once). The small letters are of the chosen point: y - x, y + x, 2 d t, 2 z. The point that moves is in P, Q, R and S.
 */
var field;
var product;

/* A to the power of 2^250 - 1 into B; A to the 11 into D. */
var POWER = '^BA1^CB2*CCA*DBC^BD1*BBC^CB5*BCB^CB:*CCB^ECD*CEC^CC:*BCB^CBb*CCB^ECb^EEb*CEC^CCb*BCB';
var INVERT = POWER + '^BB5*BBD';
/* y in Q: a possible x into P. Constants: U is 1, V is d, W is 2 d, X is the root of -1, T is 0. */
var FIND_X = '^GQ1*HVG-GGU+HHU^EH1^FE1*AFE*AAH*AAG*FEH*FFG' + POWER + '^BB2*BBA*PFB^AP1*AAH-AAG';
var OTHER_X = '*PPX^AP1*AAH-AAG';
var KEEP = '*SPQ-aQP+bQP*cSW+dRR';
var KEEP_SUM = '-aQP+bQP*cSW+dRR';
var DOUBLE = '^AP1^BQ1^CR1+CCC+HAB+EPQ^EE1-EHE-GAB+FCG*PEF*QGH*SEH*RFG';
var ADD = '-AQP*AAa+BQP*BBb*CSc*DRd-EBA-FDC+GDC+HBA*PEF*QGH*SEH*RFG';

function setRegister(name, values) {
  field.set(values, (name.charCodeAt(0) - 65) * 16);
}

function number(n) {
  var a = new Int32Array(16);
  a[0] = n;
  return a;
}

/* The number in a register, below the prime. */
function valueOf(name) {
  var at = (name.charCodeAt(0) - 65) * 16;
  var a = new Int32Array(16);
  var prime = limbs('7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed');
  var carry = 0;
  for (var pass = 0; pass < 3; pass++) {
    for (var i = 0; i < 16; i++) {
      carry += pass ? a[i] : field[at + i];
      a[i] = carry & 65535;
      carry >>= 16;
    }
    carry *= 38;
  }
  while (!isBelow(a, prime)) subtract(a, prime);
  return a;
}

function isZero(name) {
  var a = valueOf(name);
  for (var i = 0; i < 16; i++) if (a[i]) return false;
  return true;
}

function multiplyRows(a, b, row) {
  'ram';
  var end = row + ROWS;
  var i, j, x;
  for (i = row; i < end; i++) {
    x = field[a + i];
    for (j = 0; j < 16; j++) product[i + j] += x * field[b + j];
  }
}

function foldProduct(to) {
  var carry = 0;
  var i, v, pass;
  for (i = 0; i < 16; i++) product[i] += 38 * product[i + 16];
  for (pass = 0; pass < 2; pass++) {
    for (i = 0; i < 16; i++) {
      v = carry + (pass ? field[to + i] : product[i]);
      carry = Math.floor(v / 65536);
      field[to + i] = v - carry * 65536;
    }
    carry *= 38;
  }
  field[to] += carry;
  product.fill(0);
}

/* Runs a program in slices. */
function run(program, point, done) {
  var o = 0;
  var row = 0;
  var squared = 0;
  var registerAt = function (i) {
    var n = program.charCodeAt(i) - 65;
    return 16 * (n < 26 ? n : n - 6 + 4 * point);
  };
  drive(function () {
    while (o < program.length) {
      var what = program[o];
      var to = registerAt(o + 1);
      var a = registerAt(o + 2);
      if (what === '*' || what === '^') {
        var source = squared ? to : a;
        multiplyRows(source, what === '*' ? registerAt(o + 3) : source, row);
        row += ROWS;
        if (row === 16) {
          foldProduct(to);
          row = 0;
          if (what === '^' && ++squared < program.charCodeAt(o + 3) - 48) return true;
          squared = 0;
          o += 4;
        }
        return true;
      }
      var b = registerAt(o + 3);
      var sign = what === '-' ? -1 : 1;
      for (var i = 0; i < 16; i++) field[to + i] = field[a + i] + sign * field[b + i];
      o += 4;
    }
    return false;
  }, done);
}

/* The point (x, y) of P and Q becomes a kept one. */
function keep(point, done) {
  setRegister('R', number(1));
  run(KEEP, point, done);
}

/* The negative of the point that the key stands for becomes kept point 1; done(false) for none, or one of small order. */
function openKey(key, done) {
  var sign = key.charCodeAt(31) >> 7;
  setRegister('Q', fromBytes(key.substr(0, 31) + String.fromCharCode(key.charCodeAt(31) & 127)));
  var onCurve = function () {
    if (!isZero('A')) return done(false);
    run((valueOf('P')[0] & 1) === sign ? '-PTP' : '', 0, function () {
      keep(1, function () {
        run(DOUBLE + DOUBLE + DOUBLE, 0, function () {
          done(!isZero('P'));
        });
      });
    });
  };
  run(FIND_X, 0, function () {
    if (isZero('A')) onCurve();
    else run(OTHER_X, 0, onCurve);
  });
}

/* [s] base + [h] (-key), compared with the first half of the signature. */
function compare(s, h, r, done) {
  var bit = 252;
  var next = function () {
    if (bit < 0)
      return run('+ART' + INVERT + '*PPB*QQB', 0, function () {
        var y = valueOf('Q');
        y[15] |= (valueOf('P')[0] & 1) << 15;
        var expected = fromBytes(r);
        done(!isBelow(y, expected) && !isBelow(expected, y));
      });
    var limb = bit >> 4;
    var which = ((s[limb] >> (bit & 15)) & 1) + 2 * ((h[limb] >> (bit & 15)) & 1);
    bit--;
    run(which ? DOUBLE + ADD : DOUBLE, which - 1, next);
  };
  setRegister('P', number(0));
  setRegister('Q', number(1));
  setRegister('R', number(1));
  setRegister('S', number(0));
  next();
}

/* Whether the signature (64 bytes) of the message is of this key (32 bytes): done(true or false). */
exports.verify = function (key, signature, message, done) {
  if (key.length !== 32 || signature.length !== 64) return done(false);
  var r = signature.substr(0, 32);
  var s = fromBytes(signature.substr(32));
  if (!isBelow(s, limbs(L))) return done(false);
  field = new Float64Array(38 * 16);
  product = new Float64Array(32);
  var finish = function (isValid) {
    field = product = undefined;
    done(isValid);
  };
  setRegister('U', number(1));
  setRegister('V', limbs(D));
  setRegister('X', limbs(ROOT));
  run('+WVV', 0, function () {
    openKey(key, function (isKey) {
      if (!isKey) return finish(false);
      setRegister('P', limbs(BASE_X));
      setRegister('Q', limbs(BASE_Y));
      keep(0, function () {
        run(ADD, 1, function () {
          run(KEEP_SUM, 2, function () {
            sha512(r + key + message, function (hash) {
              reduced(hash, function (h) {
                compare(s, h, r, finish);
              });
            });
          });
        });
      });
    });
  });
};
