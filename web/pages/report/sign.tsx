import { useState } from 'preact/hooks';
import type { IncidentReport } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { report as text } from '../../text/en/report.ts';
import { timesIn } from '../../text/zoned.ts';
import { type Content, contentOf, shownIn, WRITTEN } from './content.ts';
import type { Draft } from './draft.ts';

const { sign: words } = text;
/** The report is another one than the dialog has shown. */
const OUTDATED = ['REPORT_CHANGED', 'ALREADY_SIGNED'];

interface SignProps {
  readonly report: IncidentReport;
  readonly draft: Draft;
  readonly onSigned: (report: IncidentReport) => void;
  readonly reload: () => Promise<void>;
}

/** Shows the text with what was typed, saves and signs it in one act. */
export function SignReport(props: SignProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {props.report.signedAt === null && <Button onPress={() => setAsking(true)}>{words.button}</Button>}
      {isAsking && <SignDialog {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

function SignDialog({
  report,
  draft: { changes, dropSaved },
  onSigned,
  reload,
  onClose,
}: SignProps & { readonly onClose: () => void }) {
  const times = timesIn(report.when.timeZone);
  const before = contentOf(report);
  const shown = (field: (typeof WRITTEN)[number], content: Content): string =>
    shownIn(field, content, times).trim();
  const after = { ...before, ...changes };
  const refusal = refusalOf(
    report,
    changes,
    WRITTEN.every((field) => shown(field, after) === ''),
  );
  if (refusal !== undefined)
    return (
      <Dialog title={words.refused} onClose={onClose}>
        <p>{refusal}</p>
        <div class="actions">
          <Button kind="urgent" onPress={onClose}>
            {words.toForm}
          </Button>
        </div>
      </Dialog>
    );
  const sign = async () => {
    const reply = await api.post('/falls/{id}/report/sign', {
      path: { id: report.fallId },
      body: { ...changes, revision: report.revision },
    });
    if (reply.ok) {
      onClose();
      dropSaved();
      onSigned(reply.data);
    } else if (OUTDATED.includes(reply.code)) await reload();
    return reply;
  };
  return (
    <ConfirmDialog title={words.title} confirm={words.button} act={sign} onClose={onClose}>
      <p>{words.about}</p>
      <div class="report-signing">
        <Facts
          facts={WRITTEN.map((field) => {
            const [was, is] = [shown(field, before), shown(field, after)];
            return {
              name: text.written[field],
              value: (
                <>
                  {is || <span class="empty">{text.written.empty}</span>}
                  {was !== '' && was !== is && <span class="hint">{words.replaces(was)}</span>}
                </>
              ),
            };
          })}
        />
      </div>
    </ConfirmDialog>
  );
}

function refusalOf(
  { signedBy }: IncidentReport,
  changes: Draft['changes'],
  isEmpty: boolean,
): string | undefined {
  if (signedBy !== null)
    return words.taken(signedBy.name, changes === undefined || Object.keys(changes).length > 0);
  if (changes === undefined) return text.form.familyBoth;
  return isEmpty ? words.empty : undefined;
}
