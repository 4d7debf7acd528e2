import { common } from '../text/en/common.ts';
import { Notice } from './notice.tsx';

/** Means the device itself on every device: another one reaches nothing there. */
export const isLocal = (host: string): boolean => /^(.+\.)?localhost$|^127\.|^\[?::1\]?$/.test(host);

/** Under an address for another device. */
export const LocalAddress = ({ host }: { readonly host: string }) =>
  isLocal(host) ? <Notice kind="warning">{common.localAddress(host)}</Notice> : null;
