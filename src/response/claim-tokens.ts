import { createHash } from 'node:crypto';
import { AppError } from '../platform/errors.ts';

export const hashClaimToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const linkGone = (): AppError => new AppError('LINK_USED', 'This link was used or has expired');
