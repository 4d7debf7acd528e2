import { useLocation } from 'preact-iso';
import { OrganisationPolicy } from './escalation/organisation.tsx';
import { PatientPolicy } from './escalation/patient.tsx';

/** The organisation's policy; with `?patient=…` the policy of one resident. */
export default function Escalation() {
  const { patient } = useLocation().query;
  return patient === undefined ? <OrganisationPolicy /> : <PatientPolicy key={patient} id={patient} />;
}
