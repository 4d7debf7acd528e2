import type { Patient } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { own } from '../../text/en/patient-home.ts';

export function Caregivers({ caregivers }: Pick<Patient, 'caregivers'>) {
  return (
    <Card title={own.caregivers}>
      {caregivers.length === 0 && <p class="empty">{own.noCaregivers}</p>}
      <ul class="own-people">
        {caregivers.map(({ id, name, relationship, phone }) => (
          <li key={id}>
            <p>
              <strong>{name}</strong>
              {relationship !== null && <span class="relation"> {relationship}</span>}
            </p>
            <p class="actions">
              <a class="button" href={`/messages?with=${id}`} aria-label={own.writeTo(name)}>
                {own.write}
              </a>
              {phone !== null && (
                <a
                  class="button"
                  href={`tel:${phone.replace(/[^\d+]/g, '')}`}
                  aria-label={own.callTo(name, phone)}
                >
                  {own.call} {phone}
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
