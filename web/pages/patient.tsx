import { Page } from '../parts/page.tsx';
import { patient } from '../text/en/patient.ts';

export default function Patient() {
  return <Page title={patient.title}>{null}</Page>;
}
