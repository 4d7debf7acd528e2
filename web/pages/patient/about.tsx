import { useState } from 'preact/hooks';
import type { Patient } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { Field } from '../../components/field.tsx';
import { query } from '../../components/query.ts';
import { isAdmin, mayLead, useWards } from '../../components/wards.ts';
import { now } from '../../state/clock.ts';
import { user } from '../../state/session.ts';
import { common } from '../../text/en/common.ts';
import { patient as text } from '../../text/en/patient.ts';
import { wards as wardsText } from '../../text/en/wards.ts';
import { calendarDate, today } from '../../text/words.ts';
import { ChangeWard } from './change-ward.tsx';
import { Limits } from './limits.tsx';
import { ShareWithHome } from './share-with-home.tsx';

const { about } = text;
const { ofResident: wardText } = wardsText;

export function About({
  patient,
  hasSmartHome,
  onChanged,
}: {
  readonly patient: Patient;
  readonly hasSmartHome: boolean;
  readonly onChanged: () => unknown;
}) {
  const [isAsking, setAsking] = useState(false);
  const { room, dateOfBirth, phone, emergencyContact, externalId } = patient;
  const { data: wards } = useWards();
  const ward = wards?.find(({ id }) => id === patient.wardId);
  const facts: Fact[] = [
    { name: about.room, value: room ? <span class="big">{room}</span> : about.noRoom },
    ...(ward === undefined ? [] : [{ name: wardText.name, value: ward.name }]),
    ...(dateOfBirth === null
      ? []
      : [{ name: about.born, value: `${calendarDate(dateOfBirth)}, ${about.age(yearsSince(dateOfBirth))}` }]),
    ...(phone === null ? [] : [{ name: about.phone, value: <Phone number={phone} /> }]),
    ...(emergencyContact === null
      ? []
      : [{ name: about.emergency, value: <Phone number={emergencyContact} /> }]),
    ...(externalId === null ? [] : [{ name: about.externalId, value: externalId }]),
  ];
  return (
    <Card title={about.title}>
      <Facts facts={facts} />
      <div class="actions">
        <Button onPress={() => setAsking(true)}>{about.changeRoom}</Button>
        {wards !== undefined && <ChangeWard patient={patient} wards={wards} onChanged={onChanged} />}
        {hasSmartHome && <ShareWithHome patient={patient} onChanged={onChanged} />}
        {(isAdmin() || (ward !== undefined && mayLead(ward))) && <Limits patient={patient} />}
        {user.value?.role === 'ADMIN' && (
          <a class="more" href={`/admin/users${query({ user: patient.id })}`}>
            {about.account}
          </a>
        )}
      </div>
      {isAsking && <RoomDialog patient={patient} onChanged={onChanged} onClose={() => setAsking(false)} />}
    </Card>
  );
}

export const Phone = ({ number }: { readonly number: string }) => <a href={`tel:${number}`}>{number}</a>;

function yearsSince(born: string): number {
  const current = today(now.peek());
  return Number(current.slice(0, 4)) - Number(born.slice(0, 4)) - Number(current.slice(5) < born.slice(5));
}

function RoomDialog({
  patient,
  onChanged,
  onClose,
}: {
  readonly patient: Patient;
  readonly onChanged: () => unknown;
  readonly onClose: () => void;
}) {
  const save = ({ room = '' }: Readonly<Record<string, string>>) =>
    api.put('/patients/{id}', { path: { id: patient.id }, body: { room: room.trim() || null } });
  return (
    <ConfirmDialog
      title={about.roomTitle(`${patient.firstName} ${patient.lastName}`)}
      confirm={common.save}
      act={save}
      onDone={onChanged}
      onClose={onClose}
    >
      <Field
        label={about.roomField}
        hint={about.roomHint}
        name="room"
        value={patient.room ?? ''}
        maxLength={80}
        autocomplete="off"
      />
    </ConfirmDialog>
  );
}
