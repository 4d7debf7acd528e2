import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

export const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The first of these programs in the PATH. */
export async function findChromium(): Promise<string | undefined> {
  for (const name of CHROMIUM_NAMES) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const program = join(folder, name);
      const found = await access(program, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (found) return program;
    }
  }
  return undefined;
}

/** Chromium takes the last list only, so this one repeats what Playwright turns off. */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // The address bar's pop-ups are pages of their own: every window would load them, for a second of CPU time.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Options for Debian's Chromium as root, without requests to its vendor. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];
