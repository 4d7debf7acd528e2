// The CycloneDX VEX beside the list of contents: why known vulnerabilities of components are none of Vigil. The statements are in
// vex.json; each is about the version that it names, so that a newer component has to be judged again.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

interface Statement {
  readonly id: string;
  /** Versions by name, as in the list of contents. */
  readonly components: Readonly<Record<string, string>>;
  readonly justification: 'code_not_present' | 'code_not_reachable' | 'requires_configuration';
  readonly detail: string;
}

interface Bom {
  readonly serialNumber: string;
  readonly metadata: { readonly timestamp: string };
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly name: string;
    readonly version: string;
  }[];
}

export function writeVex(sbom: string, file: string): void {
  const text = readFileSync(sbom, 'utf8');
  const { serialNumber, metadata, components } = JSON.parse(text) as Bom;
  const statements = JSON.parse(
    readFileSync(new URL('vex.json', import.meta.url), 'utf8'),
  ) as readonly Statement[];
  const refOf = ([name, version]: [string, string]): { ref: string } => {
    const found = components.find((one) => one.name === name && one.version === version);
    if (found === undefined)
      throw new Error(`vex.json: the package has no ${name} ${version}. Judge its statements again.`);
    return {
      ref: `urn:cdx:${serialNumber.replace('urn:uuid:', '')}/1#${encodeURIComponent(found['bom-ref'])}`,
    };
  };
  const vulnerabilities = statements.map(({ id, components: affected, justification, detail }) => ({
    id,
    source: { name: 'NVD', url: `https://nvd.nist.gov/vuln/detail/${id}` },
    analysis: { state: 'not_affected', justification, detail },
    affects: Object.entries(affected).map(refOf),
  }));
  const vex = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([serialNumber, vulnerabilities]))}`,
    version: 1,
    metadata: { timestamp: metadata.timestamp },
    vulnerabilities,
  };
  writeFileSync(file, `${JSON.stringify(vex, null, 1)}\n`);
}

/** The form of a random UUID (version 4), from a hash: two builds of one version are the same. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
