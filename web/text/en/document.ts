/** Texts of index.html and of the web app manifest, which web/build.ts fills in. */
export const document = {
  noScript: 'The console needs JavaScript. Turn it on in your browser’s settings.',
  api: (address: string): string => `The API is described at ${address}.`,
  description: 'Fall alerts and responses for caregivers.',
} as const;
