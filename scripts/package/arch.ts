/** Processors that packages are built for, as Node names them. */
export const ARCHES = ['x64', 'arm64'] as const;
export type Arch = (typeof ARCHES)[number];

export const DEBIAN_ARCH: Readonly<Record<Arch, string>> = { x64: 'amd64', arm64: 'arm64' };

export const isArch = (text: string): text is Arch => (ARCHES as readonly string[]).includes(text);
