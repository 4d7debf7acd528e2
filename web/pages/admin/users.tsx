import { useLocation } from 'preact-iso';
import { People } from './users/people.tsx';
import { Person } from './users/person.tsx';

/** All users; with `?user=…` one of them. */
export default function Users() {
  const { user } = useLocation().query;
  return user === undefined ? <People /> : <Person key={user} id={user} />;
}
