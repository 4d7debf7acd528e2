import { pairsOf } from './pairs-of.ts';

pairsOf(2);
