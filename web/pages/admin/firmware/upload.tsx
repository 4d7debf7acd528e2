import { useId, useState } from 'preact/hooks';
import { uploadFirmware } from '../../../api/upload.ts';
import { Card } from '../../../components/card.tsx';
import { Field } from '../../../components/field.tsx';
import { Form } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { firmware } from '../../../text/en/admin/firmware.ts';

const { upload: text } = firmware;

/** The browser takes a file that is dropped on its field. */
export function Upload({ onDone }: { readonly onDone: () => Promise<void> }) {
  const fileId = useId();
  const [file, setFile] = useState<File>();
  const [done, setDone] = useState<string>();
  const submit = async ({ version = '', model = '', signature = '' }: Readonly<Record<string, string>>) => {
    if (file === undefined) return undefined;
    setDone(undefined);
    const reply = await uploadFirmware(file, {
      version: version.trim(),
      ...(model.trim() !== '' && { model: model.trim() }),
      signature: signature.trim(),
    });
    if (reply.ok) {
      setDone(text.done(reply.data.version));
      await onDone();
    }
    return reply;
  };
  return (
    <Card title={text.title}>
      <Form label={text.title} submit={text.submit} onSubmit={submit}>
        <div class="field">
          <label for={fileId}>{text.file}</label>
          <input
            id={fileId}
            type="file"
            required
            aria-describedby={`${fileId}-hint`}
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
          />
          <p class="hint" id={`${fileId}-hint`}>
            {text.fileHint}
          </p>
        </div>
        <Field label={text.version} name="version" required maxLength={32} />
        <Field label={text.model} hint={text.modelHint} name="model" maxLength={32} />
        <Field label={text.signature} hint={text.signatureHint} name="signature" required maxLength={200} />
      </Form>
      {done !== undefined && <Notice kind="good">{done}</Notice>}
    </Card>
  );
}
