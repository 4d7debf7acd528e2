import type { Patient } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { patientHome } from '../../text/en/patient-home.ts';

export function Caregivers({ caregivers }: Pick<Patient, 'caregivers'>) {
  return (
    <Card title={patientHome.caregivers}>
      {caregivers.length === 0 && <p class="empty">{patientHome.noCaregivers}</p>}
      <ul class="home-caregivers">
        {caregivers.map(({ id, name, relationship, phone }) => (
          <li key={id}>
            <p>
              <strong>{name}</strong>
              {relationship !== null && <span class="relation"> {relationship}</span>}
            </p>
            <p class="actions">
              <a class="button" href={`/messages?with=${id}`} aria-label={patientHome.writeTo(name)}>
                {patientHome.write}
              </a>
              {phone !== null && (
                <a
                  class="button"
                  href={`tel:${phone.replace(/[^\d+]/g, '')}`}
                  aria-label={patientHome.callTo(name, phone)}
                >
                  {patientHome.call} {phone}
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
