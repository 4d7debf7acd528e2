import type { CodeSystem } from 'fhir/r4.js';
import { FALL_CODES, FALL_LEVEL_CODES } from './fall-codes.ts';

const CODE_SYSTEMS = {
  'fall-level': { name: 'FallLevel', title: 'Levels of falls', codes: FALL_LEVEL_CODES },
  'fall-code': { name: 'FallCode', title: 'Codes of falls and responses', codes: FALL_CODES },
} as const;

/** The code system at `<base>/CodeSystem/<id>`; undefined if there is none. */
export function codeSystem(base: string, id: string): CodeSystem | undefined {
  if (!Object.hasOwn(CODE_SYSTEMS, id)) return undefined;
  const { name, title, codes } = CODE_SYSTEMS[id as keyof typeof CODE_SYSTEMS];
  const concept = Object.entries(codes).map(([code, display]) => ({ code, display }));
  return {
    resourceType: 'CodeSystem',
    id,
    url: `${base}/CodeSystem/${id}`,
    name,
    title,
    status: 'active',
    caseSensitive: true,
    content: 'complete',
    count: concept.length,
    concept,
  };
}
