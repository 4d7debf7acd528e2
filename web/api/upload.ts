import { common } from '../text/en/common.ts';
import type { FirmwareImage } from './records.ts';
import { type Answered, askForPassword } from './rest.ts';
import { reword } from './reword.ts';

/** The one request whose body is a file. */
export async function uploadFirmware(
  file: File,
  named: { readonly version: string; readonly model?: string; readonly signature: string },
): Promise<Answered<FirmwareImage>> {
  const query = new URLSearchParams(named);
  const headers = { 'Content-Type': 'application/octet-stream' };
  try {
    const response = await fetch(`/api/firmware?${query}`, { method: 'POST', headers, body: file });
    const { data, error, code = '', details = {} } = await response.json();
    if (response.ok) return { ok: true, status: response.status, data };
    if (code === 'REAUTHENTICATE' && (await askForPassword())) return uploadFirmware(file, named);
    return reword({ ok: false, status: response.status, error, code, details });
  } catch {
    return { ok: false, status: 0, error: common.noAnswer, code: '', details: {} };
  }
}
