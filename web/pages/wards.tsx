import { useLocation } from 'preact-iso';
import { WardList } from './wards/list.tsx';
import { WardDetails } from './wards/ward.tsx';

/** All wards; with `?ward=…` one of them. */
export default function Wards() {
  const { ward } = useLocation().query;
  return ward === undefined ? <WardList /> : <WardDetails key={ward} id={ward} />;
}
