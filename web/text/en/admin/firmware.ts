import { plural } from '../../words.ts';

const wearables = (count: number): string => plural(count, { one: 'wearable', other: 'wearables' });

export const firmware = {
  title: 'Firmware updates',
  versions: {
    title: 'Versions in use',
    version: 'Version',
    model: 'Model',
    wearables: 'Wearables',
    unknown: 'not reported',
    old: 'update available',
    empty: 'No wearables yet.',
  },
  images: {
    title: 'Images',
    empty: 'No images yet.',
    model: (model: string | null): string =>
      model === null ? 'For wearables that report no model' : `For ${model}`,
    uploaded: 'Uploaded',
    nobody: 'Not offered yet.',
    offeredTo: 'Offered to',
    all: 'all wearables',
    part: (percent: number, whom: string): string => `${percent} %, ${whom}`,
    goneWard: 'a ward',
    stopped: 'Stopped: too many wearables failed. Roll it out again to continue.',
    progress: (version: string): string => `Wearables with version ${version}`,
    installed: (done: number, all: number): string => `${done} of ${wearables(all)} installed`,
    states: {
      offered: 'Offered',
      loading: 'Loading',
      installed: 'Installed',
      failed: 'Failed',
      rolled_back: 'Rolled back',
    },
  },
  rollOut: {
    button: 'Roll out',
    title: (version: string): string => `Roll out version ${version}`,
    share: 'Share in %',
    shareHint: 'Start small. A larger share keeps all wearables of a smaller one.',
    whom: 'Wearables',
    again: 'Retry on wearables where it failed',
    done: (version: string): string => `Version ${version} is offered.`,
  },
  failures: {
    button: 'Show failures',
    title: (version: string): string => `Failures of version ${version}`,
    wearable: 'Wearable',
    resident: 'Resident',
    state: 'State',
    reason: 'Reason',
    since: 'Since',
    none: 'No failures.',
    noReason: 'not given',
  },
  remove: {
    button: 'Delete',
    title: (version: string): string => `Delete version ${version}?`,
    confirm: 'Delete version',
    hint: 'Wearables are no longer offered it. Those that have installed it keep it.',
  },
  upload: {
    title: 'Upload an image',
    file: 'File',
    fileHint: 'Drop the file here or choose it. At most 16 MiB.',
    noFile: 'Choose a file.',
    version: 'Version',
    model: 'Model (optional)',
    modelHint:
      'Only wearables that report this model are offered the image. Without one: those that report none.',
    signature: 'Signature',
    signatureHint: 'Base64, made with your key. The documentation shows how.',
    submit: 'Upload',
    done: (version: string): string => `Version ${version} is uploaded. Roll it out to offer it.`,
  },
} as const;
