import { api } from '../../api/rest.ts';
import { ConfirmButton } from '../../components/confirm-dialog.tsx';
import { FallFields, fallDetails } from '../../components/fall-fields.tsx';
import { patientHome } from '../../text/en/patient-home.ts';

const { report: text } = patientHome;

/** The wearer knows best whether they fell: HIGH, which quiet hours do not mute. "I need help" is more urgent. */
const CONFIDENCE = 0.8;

/** For a fall that the wearable has not noticed. */
export function ReportFall() {
  const send = (entered: Readonly<Record<string, string>>) =>
    api.post('/falls', { body: { confidence: CONFIDENCE, ...fallDetails(entered) } });
  return (
    <ConfirmButton button={text.open} title={text.open} confirm={text.send} act={send}>
      <p>{text.about}</p>
      <FallFields text={text} />
    </ConfirmButton>
  );
}
