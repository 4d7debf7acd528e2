/** Printable ASCII without a backslash, which browsers read as a slash. */
const PATH = /^\/(?![/\\])[!-[\]-~]*$/;
const BASE = 'https://vigil.invalid';
const MAX_LENGTH = 1_000;

/**
 * Where a login goes back to: a path of this host, else `/`. Read as a browser does, also after decoding: a proxy or a page
 * may decode it once more.
 */
export function returnPath(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > MAX_LENGTH) return '/';
  return isOwnPath(wanted) && isOwnPath(decoded(wanted)) && isOwnPath(decoded(decoded(wanted)))
    ? wanted
    : '/';
}

function isOwnPath(path: string): boolean {
  if (!PATH.test(path) || !URL.canParse(path, BASE)) return false;
  const { origin, pathname } = new URL(path, BASE);
  // A login that goes to the API would open a download, or log out again.
  return origin === BASE && !pathname.startsWith('//') && !pathname.startsWith('/api/');
}

/** Unchanged where it cannot be decoded. Spaces and letters beyond ASCII are harmless, and stay encoded. */
const decoded = (path: string): string =>
  path.replace(/%(2[0-9A-F]|[3-7][0-9A-F]|0[0-9A-F]|1[0-9A-F])/gi, (match) =>
    match === '%20' ? match : String.fromCharCode(Number.parseInt(match.slice(1), 16)),
  );
